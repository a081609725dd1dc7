import Glibc

/// What this process has open, as the kernel calls it.
enum OpenDescriptors {
    static func named(_ name: String) -> [Int32] {
        guard let folder = opendir("/proc/self/fd") else { return [] }
        defer { closedir(folder) }
        var found: [Int32] = []
        while let entry = readdir(folder) {
            let number = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                Int32(String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self))
            }
            guard let number else { continue }
            var target = [CChar](repeating: 0, count: 256)
            let length = readlink("/proc/self/fd/\(number)", &target, target.count)
            let bytes = target.prefix(max(0, length)).map { UInt8(bitPattern: $0) }
            if String(decoding: bytes, as: UTF8.self) == name { found.append(number) }
        }
        return found
    }
}
