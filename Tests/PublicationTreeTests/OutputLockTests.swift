import Diagnostics
import Foundation
import LocalFiles
import PublicationTree
import Synchronization
import Testing
import TestSupport

/// What two runs tell each other.
private final class Signals: Sendable {
    let hasWaited = Atomic(false)
    let isReleased = Atomic(false)
}

/// How many have a lock, and how often it was taken.
private final class Counts: Sendable {
    let inside = Atomic(0)
    let taken = Atomic(0)
}

private let lockName = ".signet-lock"

private func names(in folder: TemporaryFolder) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.root)
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
        try await OutputFolder.lock(temporary.root, patience: 0.2) { waits.add(1, ordering: .relaxed) }
    }
    #expect(error == FileError(temporary.root, .write, .locked))
    #expect(error?.report.kind == .cannotCreate)
    #expect(error?.report.hint?.isEmpty == false)
    let count = waits.load(ordering: .relaxed)
    #expect(count == 1)
    withExtendedLifetime(first) {}
}

@Test func `the lock of a process that ended is free, and leaves nothing behind`() async throws {
    let temporary = try TemporaryFolder()
    for _ in 0..<3 { _ = try await OutputFolder.lock(temporary.root, patience: .hours) {} }
    #expect(try names(in: temporary) == [])
    // What a killed process leaves.
    try FileManager.default.createDirectory(atPath: temporary.path(lockName), withIntermediateDirectories: false)
    _ = try await OutputFolder.lock(temporary.root, patience: 0.2) {}
    #expect(try names(in: temporary) == [])
}

@Test func `a lock that another user takes of the folder itself holds no build up`() async throws {
    let temporary = try TemporaryFolder()
    let other = try Folder(path: temporary.root)
    #expect(try other.tryLock())
    _ = try await OutputFolder.lock(temporary.root, patience: 0.2) { Issue.record("it waits") }
    withExtendedLifetime(other) {}
}

@Test func `only the owner can open the folder of the lock, whatever the umask`() async throws {
    let temporary = try TemporaryFolder()
    let former = umask(0)
    defer { umask(former) }
    let output = try await OutputFolder.lock(temporary.root) {}
    #expect(try names(in: temporary) == [lockName])
    let attributes = try FileManager.default.attributesOfItem(atPath: temporary.path(lockName))
    #expect(attributes[.posixPermissions] as? Int == 0o700)
    withExtendedLifetime(output) {}
}

@Test(.enabled(if: geteuid() == 0, "only root can give a folder away"))
func `a lock folder that another user put there is refused, not waited for`() async throws {
    let temporary = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: temporary.path(lockName), withIntermediateDirectories: false)
    try check("chown", ["12345", temporary.path(lockName)])
    let error = await #expect(throws: FileError.self) {
        try await OutputFolder.lock(temporary.root) { Issue.record("it waits") }
    }
    #expect(error == FileError(temporary.path(lockName), .write, .lockOfAnotherUser))
    #expect(error?.report.kind == .cannotCreate)
    #expect(error?.report.hint?.contains("remove this empty folder") == true)
    // To the owner of the whole folder no lock in it is closed.
    try check("chown", ["12345", temporary.root])
    _ = try await OutputFolder.lock(temporary.root) {}
    #expect(try names(in: temporary) == [])
}

@Test(.unlessHung) func `one alone has the lock at any time, though its folder comes and goes`() async throws {
    let temporary = try TemporaryFolder()
    let counts = Counts()
    let root = temporary.root
    await withTaskGroup(of: Void.self) { group in
        for _ in 0..<4 {
            group.addTask {
                var mine = 0
                while mine < 200 {
                    guard let folder = try? Folder(path: root).locked() else {
                        await Task.yield()
                        continue
                    }
                    let inside = counts.inside.add(1, ordering: .sequentiallyConsistent).newValue
                    #expect(inside == 1)
                    counts.taken.add(1, ordering: .relaxed)
                    mine += 1
                    counts.inside.subtract(1, ordering: .sequentiallyConsistent)
                    withExtendedLifetime(folder) {}
                }
            }
        }
    }
    let count = counts.taken.load(ordering: .relaxed)
    #expect(count == 800)
    #expect(try names(in: temporary) == [])
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
