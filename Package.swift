// swift-tools-version: 6.3
import PackageDescription

// Swift 6 mode is the tools version's default; these are the rules beyond it.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

func test(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: dependencies, swiftSettings: strict)
}

// Pure Swift: builds wherever Swift does, a phone included.
var products: [Product] = [
    .library(name: "BoardClient", targets: ["BoardClient"])
]
var targets: [Target] = [
    .target(name: "BoardProtocol", swiftSettings: strict),
    .target(name: "BoardClient", dependencies: ["BoardProtocol"], swiftSettings: strict),
    test("BoardProtocolTests", ["BoardProtocol"]),
]

// The server, and all that touches a C library: Linux only.
#if os(Linux)
    products.append(.executable(name: "keijiban", targets: ["keijiban"]))
    targets += [
        .systemLibrary(
            name: "CWebSockets", pkgConfig: "libwebsockets",
            providers: [.apt(["libwebsockets-dev", "libuv1-dev"])]),
        .systemLibrary(name: "CPostgres", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
        .systemLibrary(name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
        .systemLibrary(name: "CUnicode", pkgConfig: "libutf8proc", providers: [.apt(["libutf8proc-dev"])]),
        .target(
            name: "BoardSQL", path: "sql",
            resources: [.embedInCode("statements"), .embedInCode("migrations")],
            swiftSettings: strict),
        .target(name: "UnicodeText", dependencies: ["CUnicode"], swiftSettings: strict),
        .target(name: "Postgres", dependencies: ["CPostgres", "BoardSQL"], swiftSettings: strict),
        .target(name: "WebSockets", dependencies: ["CWebSockets"], swiftSettings: strict),
        .target(
            name: "BoardCore", dependencies: ["BoardProtocol", "BoardSQL", "UnicodeText"],
            swiftSettings: strict),
        .target(
            name: "BoardServer",
            dependencies: ["BoardCore", "BoardProtocol", "BoardSQL", "CSodium", "Postgres", "WebSockets"],
            swiftSettings: strict),
        .target(
            name: "BoardClientLinux", dependencies: ["BoardClient", "BoardProtocol", "WebSockets"],
            swiftSettings: strict),
        .executableTarget(name: "keijiban", dependencies: ["BoardServer"], swiftSettings: strict),
        .target(
            name: "BoardTestSupport",
            dependencies: [
                "BoardClient", "BoardClientLinux", "BoardProtocol", "BoardServer", "BoardSQL", "Postgres",
                "WebSockets",
            ],
            path: "Tests/BoardTestSupport", swiftSettings: strict),
        test("UnicodeTextTests", ["UnicodeText"]),
        test("PostgresTests", ["BoardSQL", "BoardTestSupport", "Postgres", "WebSockets"]),
        test("WebSocketsTests", ["WebSockets"]),
        test("BoardCoreTests", ["BoardCore", "BoardProtocol", "BoardSQL"]),
        test(
            "BoardServerTests",
            [
                "BoardClient", "BoardClientLinux", "BoardCore", "BoardProtocol", "BoardServer", "BoardSQL",
                "BoardTestSupport", "CSodium", "Postgres", "WebSockets",
            ]),
        test("BoardClientTests", ["BoardClient", "BoardProtocol"]),
    ]
#endif

let package = Package(
    name: "keijiban",
    platforms: [.iOS(.v17), .macOS(.v14)],
    products: products,
    targets: targets
)
