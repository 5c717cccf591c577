import Testing
import TestSupport

@Suite struct BundleListEditingTests {
    @Test func `an edit shows one version in a diff and nothing else`() throws {
        let project = try Project()
        for version in ["1.0.0", "1.1.0"] {
            try project.writeWebBuild(version)
            try project.pack(version)
        }
        let entries = try project.folder.text("bundles.json").split(separator: "\n").filter { $0.contains("sha256") }
        // A team's own layout, with comments.
        let text = """
            // reviewed by the web team
            {
              /* newest first */ "bundles": [
            \(entries[0])
            \t\(entries[1].dropFirst(4)) // the first
              ] // the end
            }

            """
        try project.folder.write("bundles.json", text)
        try project.change("withdraw", "1.0.0")
        let withdrawn = text.replacing(" }\(" ")// the first", with: ", \"state\": \"withdrawn\" } // the first")
        #expect(try project.folder.text("bundles.json") == withdrawn)
        try project.change("retire", "1.1.0")
        let retired = withdrawn.replacing(" },\n\t", with: ", \"state\": \"retired\" },\n\t")
        #expect(try project.folder.text("bundles.json") == retired)
        try project.change("withdraw", "0.9.0")
        let lines = try project.folder.text("bundles.json").split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[3] == #"    { "version": "0.9.0", "state": "withdrawn" },"#)
        var rest = lines
        rest.remove(at: 3)
        #expect(rest.joined(separator: "\n") == retired)
    }

    @Test func `a list on one line stays on one line`() throws {
        let project = try Project()
        try project.nameBundleList()
        try project.folder.write("bundles.json", #"{"bundles":[{"version":"0.9.0","state":"withdrawn"}]}"#)
        let withdrawn = try project.expectDone(["bundle", "withdraw", "0.8.0"])
        #expect(withdrawn.errors.contains("v0.8.0 was not in the list: only apps that ship it leave it"))
        #expect(
            try project.folder.text("bundles.json")
                == #"{"bundles":[{ "version": "0.8.0", "state": "withdrawn" }, {"version":"0.9.0","state":"withdrawn"}]}"#
        )
    }

    @Test func `a list that is wrong is not edited`() throws {
        let project = try Project()
        try project.nameBundleList()
        try project.folder.write("bundles.json", #"{ "bundles": [ { "version": "1" } ] }"#)
        try project.expectRefusal(
            ["bundle", "withdraw", "0.8.0"], code: 1, ["bundles.json:1:16: error: missing member"])
        #expect(try project.folder.text("bundles.json") == #"{ "bundles": [ { "version": "1" } ] }"#)
    }

    @Test func `a link in the place of the archives is not followed`() throws {
        let project = try Project()
        try project.writeWebBuild()
        try project.folder.write("elsewhere/note.txt", "")
        try check("ln", ["-s", "elsewhere", "bundles"], in: project.folder.root)
        try project.nameBundleList()
        let result = try project.run(["bundle", "pack", "dist", "--version", "1.0.0", "--shell", "2..."])
        #expect(result.status == 73 && result.errors.contains("bundles: is a symbolic link"), "\(result.errors)")
        #expect(try project.folder.snapshot("elsewhere").keys.sorted() == ["note.txt"])
        #expect(!project.folder.exists("bundles.json"))
    }

    @Test func `archives are ignored by git, and what is listed is said in the next step`() throws {
        let project = try Project()
        try project.writeWebBuild()
        let packed = try project.pack("1.0.0")
        #expect(
            packed.output.contains(
                "bundles.json: web bundles: 1 offered, 0 halted, 0 retired, 0 withdrawn; when it is reviewed:")
        )
        #expect(try project.folder.text("bundles/.gitignore") == "*\n")
        #expect(try project.folder.snapshot("bundles").keys.sorted() == [".gitignore", "v1.0.0.zip"])
    }
}
