import Foundation
import Testing
import TestSupport

/// A folder with a key and two policies, A and B, that give the same paths with other bodies.
struct FaultBench: Sendable {
    enum Version: String, CaseIterable, Sendable {
        case a = "A"
        case b = "B"

        var other: Version { self == .a ? .b : .a }
    }

    let folder: TemporaryFolder
    let fileCount: Int

    /// - Parameter fileCount: static files beside the one document of versions.
    init(fileCount: Int = 8) throws {
        folder = try TemporaryFolder()
        self.fileCount = fileCount
        try check(signetPath, ["keys", "generate", "production", "--quiet"], in: folder.root)
        for version in Version.allCases {
            let value = version == .a ? "1.0.0" : "2.0.0"
            try folder.write(
                "\(version.rawValue).json",
                testText("Policies/fault.json").replacing("MINIMUM", with: value).replacing(
                    "VERSION", with: version.rawValue))
            for index in 0..<fileCount {
                try folder.write("\(version.rawValue)/\(index).txt", "\(version.rawValue) \(index)\n")
            }
        }
        try folder.write(
            "Descriptions.xcstrings",
            testText("Policies/Descriptions.xcstrings"))
    }

    // MARK: Runs

    func arguments(_ version: Version, _ more: [String] = []) -> [String] {
        ["build", "--policy", "\(version.rawValue).json", "--quiet"] + more
    }

    /// Builds a version to its end.
    @discardableResult
    func build(_ version: Version, _ more: String...) throws -> CommandResult {
        try signet(arguments(version, more), in: folder)
    }

    /// Builds a version under strace.
    ///
    /// - Parameters:
    ///   - faults: what strace is to do to which call, as its `-e inject=` takes it.
    ///   - paths: only calls on these files of the bench are touched; all when empty.
    func build(_ version: Version, faults: [String], paths: [String] = []) throws -> CommandResult {
        let calls = faults.compactMap { $0.split(separator: ":").first }.joined(separator: ",")
        let options = faults.flatMap { ["-e", "inject=\($0)"] } + paths.flatMap { ["-P", folder.path($0)] }
        return try run(
            "strace", Tracing.options + ["-e", "trace=\(calls)"] + options + [signetPath] + arguments(version),
            in: folder.root)
    }

    // MARK: What must be true

    /// The names in the folder of all trees.
    func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path("output")).sorted()
    }

    /// Which version the tree is of, whole and verified; nil, with the issue recorded, when it is neither.
    func version(sourceLocation: SourceLocation = #_sourceLocation) throws -> Version? {
        let verification = try signet(["verify", "output/production", "--quiet"], in: folder)
        #expect(verification.status == 0, "\(verification.errors)", sourceLocation: sourceLocation)
        #expect(verification.errors.isEmpty, sourceLocation: sourceLocation)
        let bodies = try folder.snapshot("output/production/files").filter { $0.key.hasSuffix(".txt") }
        let found = Version.allCases.first { version in
            bodies.count == fileCount
                && bodies.allSatisfy { name, body in
                    body == Array("\(version.rawValue) \(name.dropLast(".txt".count))\n".utf8)
                }
        }
        #expect(found != nil, "a tree half old and half new", sourceLocation: sourceLocation)
        let availability = try folder.text("output/production/availability-ios")
        #expect(availability.contains(found == .a ? "1.0.0" : "2.0.0"), sourceLocation: sourceLocation)
        return found
    }

    /// Expects the tree of a version and nothing beside it.
    func expectOnly(_ version: Version, sourceLocation: SourceLocation = #_sourceLocation) throws {
        #expect(try self.version(sourceLocation: sourceLocation) == version, sourceLocation: sourceLocation)
        #expect(try names() == ["production"], sourceLocation: sourceLocation)
    }
}
