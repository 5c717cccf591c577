import Foundation
import Testing
import TestSupport
@testable import VectorTests

/// The folder that an app copies, with nothing else of the repository.
@Suite struct AndroidPackageTests {
    private static let readme = "\(AndroidClient.source)/README.md"

    /// The lines of the README that are to be run in the folder.
    private static func command(_ start: String) throws -> String {
        let text = try String(contentsOfFile: readme, encoding: .utf8)
        return String(try #require(text.split(separator: "\n").first { $0.hasPrefix(start) }))
    }

    /// A new folder with the client and the vectors.
    private static func copy() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try FileManager.default.copyItem(atPath: AndroidClient.source, toPath: folder.path("client"))
        try FileManager.default.copyItem(atPath: VectorFile.folder.path, toPath: folder.path("Vectors"))
        return folder
    }

    @Test(.inCI, .peers(.java)) func `the client for Android and the vectors alone pass by the command of the README`()
        throws
    {
        let folder = try Self.copy()
        let said = try check(
            "sh", ["-ec", Self.command("javac ")], in: folder.path("client"),
            environment: AndroidClient.quickEnvironment)
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path("Vectors"))
        for file in files where file.hasSuffix(".json") { #expect(said.contains("\(file) "), "\(file)") }
    }

    @Test(.inCI, .peers(.java))
    func `the client for Android compiles with the lines of its README, and with the annotation of apps`()
        throws
    {
        let text = try String(contentsOfFile: Self.readme, encoding: .utf8)
        let blocks = text.matches(of: /```java\n(?<lines>[^`]+)```/).map(\.output.lines)
        try #require(blocks.count == 3)
        let folder = try Self.copy()
        // What an app and the platform have.
        try folder.write(
            "client/src/Lines.java",
            """
            import java.io.*;
            import signet.*;
            import signet.bundles.*;
            import signet.classic.*;

            class Lines {
                interface AssetManager { InputStream open(String name) throws IOException; }
                interface Context { AssetManager getAssets(); File getNoBackupFilesDir(); }
                interface Connectivity { boolean isActiveNetworkMetered(); }
                interface Telemetry { void send(String line); }
                static class ProductionKeyRing { static final String JSON = ""; }
                static class BuildConfig { static final String VERSION_NAME = "1.0"; }
                void show(long bytes, long size) {}
                void read(GateBuilder builder) {
                \(blocks[0])
                }
                void use(Context context, Telemetry telemetry) throws Exception {
                \(blocks[1])
                }
                void download(BundleStore store, Connectivity connectivity) {
                \(blocks[2])
                }
            }
            """)
        try folder.write(
            "client/src/main/java/androidx/annotation/Nullable.java",
            "package androidx.annotation;\n\npublic @interface Nullable {}\n")
        let quick = AndroidClient.quickEnvironment
        try check("sh", ["-ec", Self.command("grep ")], in: folder.path("client"), environment: quick)
        try FileManager.default.removeItem(atPath: folder.path("client/src/main/java/signet/Nullable.java"))
        // Without what follows in that line, which runs the vectors.
        let compiling = try Self.command("javac ").components(separatedBy: " && ")[0]
        try check("sh", ["-ec", compiling], in: folder.path("client"), environment: quick)
    }

    /// There is no Android SDK here: AAPT2 refuses a name without a dot, and the annotation's import needs its library.
    @Test func `the module is named as AAPT2 demands, and its README names the library of the annotation`() throws {
        let gradle = try String(contentsOfFile: "\(AndroidClient.source)/build.gradle", encoding: .utf8)
        #expect(gradle.contains(/\n +namespace '[a-z]+(\.[a-z]+)+'/))
        let text = try String(contentsOfFile: Self.readme, encoding: .utf8)
        let command = try Self.command("grep ")
        let before = text.prefix(upTo: try #require(text.range(of: command)).lowerBound)
        #expect(before.hasSuffix("```sh\n"))
        #expect(before.suffix(300).contains("dependencies { implementation 'androidx.annotation:annotation:"))
    }

    @Test(.inCI, .peers(.java, .proguard)) func `the client for Android passes the vectors after it was shrunk`() throws
    {
        let client = try AndroidClient(AndroidClient.driver)
        let folder = client.folder
        let classes = client.classPath.split(separator: ":").flatMap { ["-C", String($0), "."] }
        try check("jar", ["cf", "whole.jar"] + classes, in: folder.root)
        let tests = repositoryRoot.appending(path: "Tests/Clients/android").path
        try check("java", [AndroidClient.quickly, "\(tests)/Platform8.java", "platform.jar"], in: folder.root)
        let rules = [
            "-injars", "whole.jar", "-outjars", "shrunk.jar", "-libraryjars", "platform.jar", "@\(tests)/shrink.pro",
            "-keep", "class signet.VectorDriver { public static void main(java.lang.String[]); }",
        ]
        try check("proguard", rules, in: folder.root, environment: AndroidClient.quickEnvironment)
        let words = [AndroidClient.quickly, "-cp", "shrunk.jar", "signet.VectorDriver", VectorFile.folder.path]
        let said = try check("java", words, in: folder.root)
        #expect(said.split(separator: "\n").count >= 12)
        #expect(try folder.read("shrunk.jar").count < folder.read("whole.jar").count * 3 / 4)
        let names = try check("jar", ["tf", "shrunk.jar"], in: folder.root)
        #expect(!names.contains("signet/Gate.class") && names.contains("signet/VectorDriver.class"))
    }

    @Test(arguments: [("main", 650), ("classic", 300), ("bundles", 300)])
    func `each file of the client for Android can be read in one sitting`(part: String, limit: Int) throws {
        let folder = "\(AndroidClient.source)/src/\(part)/java"
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".java") }
        #expect(!files.isEmpty)
        for file in files {
            let lines = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8).split(separator: "\n").count
            #expect(lines <= (file == "signet/Gate.java" ? limit : 300), "\(file)")
        }
    }
}
