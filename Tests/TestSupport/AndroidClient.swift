import Foundation

/// The client for Android, or programs that use it, compiled for Java 8.
package struct AndroidClient: Sendable {
    /// The folder with `classes`.
    package let folder: TemporaryFolder
    /// Where a virtual machine finds these classes, and for programs those of the client.
    package let classPath: String

    /// The folder that an app copies.
    package static let source = path("Sources/ReferenceClients/android")
    /// What of it an app compiles, and the example beside it.
    package static let package =
        sources(of: "src/main/java") + sources(of: "src/classic/java") + sources(of: "src/bundles/java")
    package static let example = "\(source)/Example.java"

    /// The program in it that holds the client to the vectors, and those that try what no vector can say.
    package static let driver = sources(of: "src/test/java")
    private static let hardships = [
        "ClientDriver", "Mutations", "GateStress", "Deadlines", "Foreground", "Races", "SlowServer", "Threads",
    ].map { path("Tests/Clients/android/\($0).java") }

    /// The client alone, compiled once for all tests.
    package static let compiled = Result { try AndroidClient(Self.package, using: nil) }

    /// These programs, compiled once for all tests.
    package static let withDriver = Result { try AndroidClient(driver + hardships) }

    private static func path(_ name: String) -> String { repositoryRoot.appending(path: name).path }

    private static func sources(of name: String) -> [String] { javaFiles(in: "\(source)/\(name)") }

    private static func javaFiles(in folder: String) -> [String] {
        let names = FileManager.default.subpaths(atPath: folder) ?? []
        return names.filter { $0.hasSuffix(".java") }.sorted().map { "\(folder)/\($0)" }
    }

    /// What spares a program that ends within seconds the second compiler of the virtual machine, which takes half of its time.
    package static let quickly = "-XX:TieredStopAtLevel=1"
    /// The same for one that another program starts.
    package static let quickEnvironment = ["JAVA_TOOL_OPTIONS": quickly]

    /// Compiles programs that use the client; a warning of the compiler is a failure.
    package init(_ sources: [String]) throws { try self.init(sources, using: Self.compiled.get()) }

    private init(_ sources: [String], using client: AndroidClient?) throws {
        folder = try TemporaryFolder()
        let folders = [folder.path("classes")] + (client.map { [$0.classPath] } ?? [])
        classPath = folders.joined(separator: ":")
        // `-options` would warn that Java 8 is old.
        var flags = ["-J\(Self.quickly)", "--release", "8", "-Xlint:all,-options", "-Werror", "-d", "classes"]
        if let client { flags += ["-cp", client.classPath] }
        try check("javac", flags + sources, in: folder.root)
    }

    /// Runs a class.
    ///
    /// - Parameter flags: of the virtual machine.
    package func run(_ name: String, _ words: [String], _ flags: [String] = []) throws -> CommandResult {
        try TestSupport.run(
            "java", [Self.quickly] + flags + ["-cp", classPath, name] + words, in: folder.root)
    }

    /// Runs the program that holds the client to the vectors.
    package func judge(_ folder: String) throws -> CommandResult { try run("signet.VectorDriver", [folder]) }
}
