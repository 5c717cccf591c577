import Foundation
import LocalFiles
import ManifestFormat
import PublicationTree
import Synchronization
import TestSupport
import Testing

/// What two runs tell each other.
private final class Signals: Sendable {
    let hasWaited = Atomic(false)
    let isReleased = Atomic(false)
}

@Test(.unlessHung) func `a second run waits until the first has ended`() async throws {
    let temporary = try TemporaryFolder()
    let signals = Signals()
    var first: OutputFolder? = try await OutputFolder.lock(temporary.root) {}
    let second = Task {
        _ = try await OutputFolder.lock(temporary.root, patience: .hours) {
            signals.hasWaited.store(true, ordering: .relaxed)
        }
        return signals.isReleased.load(ordering: .relaxed)
    }
    while !signals.hasWaited.load(ordering: .relaxed) { try await Task.sleep(for: .milliseconds(5)) }
    try await Task.sleep(for: .milliseconds(100))
    #expect(first != nil)
    signals.isReleased.store(true, ordering: .relaxed)
    first = nil
    #expect(try await second.value)
}

@Test func `a run that waits for too long says that the folder is locked`() async throws {
    let temporary = try TemporaryFolder()
    let first = try await OutputFolder.lock(temporary.root) {}
    let waits = Atomic(0)
    let error = await #expect(throws: FileError.self) {
        try await OutputFolder.lock(temporary.root, patience: .milliseconds(200)) { waits.add(1, ordering: .relaxed) }
    }
    #expect(error == FileError(temporary.root, .write, .locked))
    #expect(error?.report.kind == .cannotCreate)
    #expect(error?.report.hint?.isEmpty == false)
    let count = waits.load(ordering: .relaxed)
    #expect(count == 1)
    withExtendedLifetime(first) {}
}

@Test func `the lock of a process that ended is free, and leaves no file`() async throws {
    let temporary = try TemporaryFolder()
    for _ in 0..<3 { _ = try await OutputFolder.lock(temporary.root, patience: .hours) {} }
    try check("sh", ["-c", "flock \"$1\" true", "sh", temporary.root])
    _ = try await OutputFolder.lock(temporary.root, patience: .hours) {}
    #expect(try temporary.snapshot().isEmpty)
}

@Test func `a lock ends with its folder, though a program that is being started has a copy of the descriptor`() throws {
    let temporary = try TemporaryFolder()
    var folder: Folder? = try Folder(path: temporary.root)
    #expect(try folder?.tryLock() == true)
    let copies = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").filter {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == temporary.root
    }.map { dup(CInt($0) ?? -1) }
    defer { for copy in copies { close(copy) } }
    #expect(copies.count == 1)
    #expect(try !Folder(path: temporary.root).tryLock())
    folder = nil
    #expect(try Folder(path: temporary.root).tryLock())
}
