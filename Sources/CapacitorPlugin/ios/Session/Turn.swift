/// Lets the works of an actor follow one another, where each of them waits for the disk in between.
///
/// It belongs to one actor, which alone calls it.
final class Turn {
    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Waits until the work before has ended.
    func begin() async {
        if isTaken {
            await withCheckedContinuation { waiting.append($0) }
        } else {
            isTaken = true
        }
    }

    /// Lets the next one begin.
    func end() {
        if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
    }
}
