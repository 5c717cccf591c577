import Foundation
import Testing
import TestSupport

/// What object files use that iOS 13 does not have.
private func newerSymbols(in objects: [String]) throws -> [String] {
    let swift = try #require(Peer.path(of: "swift"))
    let nm = try #require(Peer.path(of: "nm"))
    let result = try run(
        "python3",
        [
            serversFolder.appending(path: "newer-symbols.py").path, swift, nm, "13.0",
            serversFolder.appending(path: "apple-frameworks.txt").path,
        ] + objects)
    try #require(result.status == 0, "\(result.errors)")
    return result.output.split(separator: "\n").map(String.init)
}

/// Whether a file has what its source names and no more: an optimizer also takes over inlinable code of the libraries, which
/// asks for the version of the system itself before it uses what is newer.
private var isDebug: Bool {
    #if DEBUG
        true
    #else
        false
    #endif
}

/// The objects of what apps ship, as this run was built.
private func shippedObjects() throws -> [String] {
    let sources = [
        "Sources/ManifestVerifier", "Sources/LocalFiles", "Sources/AppGate", "Sources/URLSessionTransport",
        "Sources/Classic", "Sources/WebBundles", "Sources/CapacitorPlugin/ios/Session",
    ]
    return try sources.flatMap { folder in
        let files = FileManager.default.enumerator(atPath: repositoryRoot.appending(path: folder).path)
        let names = try #require(files).compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }
        let module = folder == sources.last ? "CapacitorSession" : String(folder.split(separator: "/")[1])
        return names.map { "\(builtFolder.path)/\(module).build/\($0.split(separator: "/").last ?? "").o" }
    }
}

/// An object that has what the tests look for.
private func plantedObject(in folder: TemporaryFolder) throws -> String {
    try folder.write(
        "Planted.swift",
        """
        import Foundation
        import Synchronization

        final class Waiting: Sendable {
            let count = Mutex(0)
            func wait() async throws { try await Task.sleep(for: .seconds(1)) }
            func child(_ url: URL) -> URL { url.appending(path: "a", directoryHint: .isDirectory) }
            func fallbacks() -> [any Sequence<Int>] { [[1], Set([1])] }
            func kind<T>(_ type: T.Type) -> Any.Type { (any Sequence<T>).self }
            func number(_ text: String) -> String { NumberFormatter().string(from: 1) ?? text }
        }
        """)
    let swift = try #require(Peer.path(of: "swift"))
    let object = folder.path("Planted.o")
    let compiled = try run(
        "\(swift)c",
        ["-parse-as-library", "-swift-version", "6", "-c", folder.path("Planted.swift"), "-o", object])
    try #require(compiled.status == 0, "\(compiled.errors)")
    return object
}

/// What both tests look at: reading what each symbol of the system needs takes most of the time.
private let foundSymbols = Result {
    let folder = try TemporaryFolder()
    let shipped = isDebug ? try shippedObjects() : []
    try #require(shipped.count > 150 || !isDebug)
    return try newerSymbols(in: shipped + [plantedObject(in: folder)])
}

/// Swift's back-deployed concurrency needs no more (`async`, actors, tasks): Xcode brings it to iOS 13.
@Test(.inCI, .peers(.python3), .unlessHung, .enabled(if: isDebug))
func `what apps ship uses nothing that is newer than iOS 13`() throws {
    #expect(try foundSymbols.get().filter { !$0.hasPrefix("Planted.o: ") } == [])
}

@Test(.inCI, .peers(.python3), .unlessHung) func `a use of something newer is seen`() throws {
    let found = try foundSymbols.get()
    for name in [
        "Synchronization.Mutex (iOS 18.0)", "Swift.Duration (iOS 16.0)",
        "FoundationEssentials.URL.DirectoryHint (iOS 16.0)",
        "a constrained existential, such as `any P<A>` (iOS 16.0)",
        "swift_getExtendedExistentialTypeMetadata (iOS 16.0)",
        "NumberFormatter (not in the list of Apple's frameworks)",
    ] {
        #expect(found.contains("Planted.o: \(name)"), "\(name) in \(found)")
    }
}
