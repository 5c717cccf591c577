import Foundation

/// The client for Android with programs that use it, compiled for Java 8.
package struct AndroidClient: Sendable {
    /// The folder with `classes`.
    package let folder: TemporaryFolder

    /// The file that an app copies, and the example beside it.
    package static let source = path("Sources/ReferenceClients/android/Signet.java")
    package static let example = path("Sources/ReferenceClients/android/Example.java")

    /// The program that holds the client to the vectors.
    package static let driver = [
        "VectorDriver", "Sequences", "Mutations", "GateStress", "Deadlines", "Races", "SlowServer",
    ].map { path("Tests/Clients/android/\($0).java") }

    /// The client with that program, compiled once for all tests.
    package static let withDriver = Result { try AndroidClient(driver) }

    private static func path(_ name: String) -> String { repositoryRoot.appending(path: name).path }

    /// Compiles the client and other files; a warning of the compiler is a failure.
    package init(_ sources: [String] = []) throws {
        folder = try TemporaryFolder()
        // `-options` would warn that Java 8 is old.
        let flags = ["-J-XX:TieredStopAtLevel=1", "--release", "8", "-Xlint:all,-options", "-Werror", "-d", "classes"]
        try check("javac", flags + [Self.source] + sources, in: folder.root)
    }

    /// Runs a class.
    ///
    /// - Parameter flags: of the virtual machine.
    package func run(_ name: String, _ words: [String], _ flags: [String] = []) throws -> CommandResult {
        try TestSupport.run("java", flags + ["-cp", folder.path("classes"), name] + words, in: folder.root)
    }
}
