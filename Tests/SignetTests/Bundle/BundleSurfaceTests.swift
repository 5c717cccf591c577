import Testing
import TestSupport

/// A bundle never outruns its shell: bounds follow from what recorded shells offer.
@Suite struct BundleSurfaceTests {
    private let project: Project

    init() throws {
        project = try Project(policy: Project.policy(documents: Project.webBundles))
        try project.writeWebBuild()
        try project.folder.write("package-lock.json", testText("Policies/package-lock.json"))
    }

    /// A lock file in which the camera has another version and integrity.
    private func lock(_ name: String, camera version: String) throws {
        let text = testText("Policies/package-lock.json").replacing("\"7.0.1\"", with: "\"\(version)\"")
        try project.folder.write(name, text.replacing("sha512-BBBB==", with: "sha512-of-\(version)"))
    }

    private func record(_ platform: String, _ version: String, _ surface: String) throws {
        try project.expectDone(["bundle", "shell", "add", platform, version, "--surface", surface])
    }

    private func shells(_ version: String) throws -> String {
        let list = try project.expectDone(["bundle", "list"]).output
        return try #require(
            list.split(separator: "\n").first { $0.hasPrefix("offered    v\(version)  ") }.map(String.init))
    }

    @Test func `the native plugins of a lock file are named as what they are`() throws {
        let plain = try project.expectDone(["bundle", "surface", "package-lock.json"]).output
        #expect(
            plain == """
                @capacitor/camera 7.0.1 sha512-BBBB==
                @capacitor/core 7.1.0 sha512-AAAA==
                @scope/camera-pro 2.3.0 sha512-CCCC==
                cordova-plugin-file 8.0.0 git+ssh://git@github.com/x/y.git#0123456789abcdef0123456789abcdef01234567
                local-plugin 0.1.0 folder:plugins/local

                """)
        try project.folder.write("patches/@capacitor+camera+7.0.1.patch", "x")
        let patched = try project.expectDone(["bundle", "surface", "package-lock.json"]).output
        #expect(patched.hasPrefix("@capacitor/camera 7.0.1 sha512-BBBB==?patch=sha256-"))
        // What it writes it reads, too.
        try project.folder.write("surface.txt", patched)
        #expect(try project.expectDone(["bundle", "surface", "surface.txt"]).output == patched)
    }

    @Test func `bounds follow from the recorded shells, and grow with a new one that has all`() throws {
        try lock("later.json", camera: "7.4.0")
        try record("ios", "2.0.0", "package-lock.json")
        try record("ios", "2.1.0", "later.json")
        try record("android", "5.0.0", "later.json")
        try project.expectDone(
            ["bundle", "pack", "dist", "--version", "1.0.0", "--surface", "package-lock.json"])
        #expect(try shells("1.0.0").contains("iOS shells 2.0.0 to 2.1.0, Android shells 5.0.0 to 5.0.0"))
        try record("android", "5.1.0", "later.json")
        #expect(try shells("1.0.0").contains("iOS shells 2.0.0 to 2.1.0, Android shells 5.0.0 to 5.1.0"))
        // A shell that lost a plugin, or has another major version, ends them.
        try lock("other.json", camera: "8.0.0")
        try record("ios", "3.0.0", "other.json")
        #expect(try shells("1.0.0").contains("iOS shells 2.0.0 to 2.1.0, Android shells 5.0.0 to 5.1.0"))
        try project.expectDone(["build"])
        try project.expectDone(["verify", "output"])
        let index = try project.folder.text("output/production/builds/index.json")
        #expect(index.contains("2.1.0") && !index.contains("capacitor"), "\(index)")
    }

    @Test func `what no shell offers is refused with the plugins named, unless it is said by hand`() throws {
        let pack = ["bundle", "pack", "dist", "--version", "1.0.0", "--surface", "later.json"]
        try lock("later.json", camera: "7.4.0")
        let unrecorded = try project.run(pack)
        #expect(
            unrecorded.status == 1 && unrecorded.errors.contains("signet bundle shell add ios 2.0.0 --surface FILE"))
        #expect(!project.folder.exists("bundles.json") && !project.folder.exists("bundles/v1.0.0.zip"))
        try record("ios", "2.0.0", "package-lock.json")
        let refused = try project.run(pack)
        #expect(
            refused.status == 1
                && refused.errors.contains(
                    "no recorded iOS shell offers what v1.0.0 calls; 2.0.0 is the nearest, and needs @capacitor/camera "
                        + "7.4.0, and it has 7.0.1"),
            "\(refused.errors)")
        try project.expectDone(pack + ["--shell", "ios=2.0.0...2.9.9"])
        #expect(try shells("1.0.0").contains("iOS shells 2.0.0 to 2.9.9"))
        // What is said of one platform is nothing to lose the other one by unseen.
        try record("android", "5.0.0", "package-lock.json")
        let one = try project.expectDone(pack + ["--shell", "ios=2.0.0...2.9.9"])
        #expect(
            one.errors.contains("no recorded Android shell offers what v1.0.0 calls, so none gets it"), "\(one.errors)")
        let both = try project.expectDone(pack + ["--shell", "ios=2.0.0...2.9.9", "--shell", "android=5..."])
        #expect(!both.errors.contains("no recorded"), "\(both.errors)")
    }

    @Test func `a plugin of Cordova that only its own files show is found once it is installed`() throws {
        try project.folder.write(
            "package-lock.json",
            """
            { "lockfileVersion": 3, "packages": {
              "": { "dependencies": { "@capacitor/core": "7", "cordova-sqlite-storage": "6" } },
              "node_modules/@capacitor/core": { "version": "7.1.0", "integrity": "sha512-AAAA==" },
              "node_modules/cordova-sqlite-storage": { "version": "6.1.0", "integrity": "sha512-DDDD==" } } }
            """)
        let surface = ["bundle", "surface", "package-lock.json"]
        #expect(try project.expectDone(surface).output == "@capacitor/core 7.1.0 sha512-AAAA==\n")
        try project.folder.write("node_modules/cordova-sqlite-storage/plugin.xml", "<plugin/>")
        #expect(try project.expectDone(surface).output.hasSuffix("cordova-sqlite-storage 6.1.0 sha512-DDDD==\n"))
    }

    @Test func `a git dependency is not what a release is, and a patch of a nested package is none of the plugin's`()
        throws
    {
        let text = testText("Policies/package-lock.json")
        let git = "git+ssh://git@github.com/x/y.git#0123456789abcdef0123456789abcdef01234567"
        try project.folder.write(
            "release.json", text.replacing("\"resolved\": \"\(git)\"", with: "\"integrity\": \"sha512-EEEE==\""))
        try record("ios", "2.0.0", "release.json")
        let pack = ["bundle", "pack", "dist", "--version", "1.0.0", "--surface", "package-lock.json"]
        let refused = try project.run(pack)
        #expect(
            refused.status == 1
                && refused.errors.contains("cordova-plugin-file 8.0.0 as \(git), and it has sha512-EEEE=="),
            "\(refused.errors)")
        let plain = try project.expectDone(["bundle", "surface", "package-lock.json"]).output
        try project.folder.write("patches/@capacitor+camera++left-pad+1.0.0.patch", "x")
        #expect(try project.expectDone(["bundle", "surface", "package-lock.json"]).output == plain)
    }

    @Test(arguments: [
        ["add", "web", "2.0.0"], ["add", "ios", "two"], ["remove", "ios", "2.0.0"], ["add", "ios"],
    ])
    func `words that record no shell are refused`(words: [String]) throws {
        let result = try project.run(["bundle", "shell"] + words + ["--surface", "package-lock.json"])
        #expect(result.status == 64 && result.errors.contains("bundle shell"), "\(result.errors)")
        #expect(!project.folder.exists("bundles.json"))
    }

    @Test func `a recorded shell never changes, and lists that say otherwise are refused at their place`() throws {
        try record("ios", "2.0.0", "package-lock.json")
        let recorded = try project.folder.text("bundles.json")
        try record("ios", "2.0.0", "package-lock.json")
        #expect(try project.folder.text("bundles.json") == recorded)
        try lock("later.json", camera: "7.4.0")
        let changed = try project.run(["bundle", "shell", "add", "ios", "2.0.0", "--surface", "later.json"])
        #expect(changed.status == 1 && changed.errors.contains("is recorded with another surface"), "\(changed.errors)")
        for (find, replacement, words) in [
            ("@capacitor/core 7.1.0 sha512-AAAA==", "@capacitor/core", "not like \\\"@capacitor/camera"),
            ("@capacitor/core 7.1.0", "@capacitor/camera 7.1.0", "@capacitor/camera appears twice"),
            ("\"2.0.0\"", "\"two\"", "\"two\" is not the version of a shell"),
            ("\"ios\"", "\"web\"", "unknown member \"web\""),
        ] {
            try project.folder.write("bundles.json", recorded.replacing(find, with: replacement))
            let plan = try project.run(["plan", "none"])
            let said = words.replacing("\\", with: "")
            #expect(plan.status != 0 && plan.errors.contains(said), "\(find): \(plan.errors)")
        }
    }

    @Test(arguments: [
        ("{", 65, "lock:1:2"),
        ("{ \"lockfileVersion\": 1 }", 65, "is not a package-lock.json of lockfileVersion 2 or 3"),
        ("{ \"lockfileVersion\": 3, \"packages\": { \"\": {} } }", 1, "names neither @capacitor/core nor a plugin"),
        ("a b\n", 65, "lock:1: not a line like"),
        ("a 1.0.0 sha512-A\na 2.0.0 sha512-B\n", 1, "has a twice, as 1.0.0 and 2.0.0"),
    ])
    func `a file that says no surface is refused`(text: String, code: Int32, words: String) throws {
        try project.folder.write("lock", text)
        let result = try project.run(["bundle", "surface", "lock"])
        #expect(result.status == code && result.errors.contains(words), "\(result.errors)")
    }
}
