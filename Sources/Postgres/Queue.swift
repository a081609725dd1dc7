/// First in, first out, with both ends at constant cost.
struct Queue<Element> {
    private var elements: [Element?] = []
    private var head = 0

    var count: Int { elements.count - head }

    var first: Element? { head < elements.count ? elements[head] : nil }

    /// Changes the first element in place; does nothing when there is none.
    mutating func changeFirst(_ change: (inout Element) -> Void) {
        guard head < elements.count, var element = elements[head] else { return }
        // With a second reference, each change would copy what the element holds.
        elements[head] = nil
        change(&element)
        elements[head] = element
    }

    mutating func append(_ element: Element) { elements.append(element) }

    mutating func popFirst() -> Element? {
        guard head < elements.count else { return nil }
        let element = elements[head]
        elements[head] = nil
        head += 1
        if head == elements.count {
            elements.removeAll(keepingCapacity: elements.capacity <= 1024)
            head = 0
        } else if head >= 1024, head * 2 >= elements.count {
            elements.removeFirst(head)
            head = 0
        }
        return element
    }
}
