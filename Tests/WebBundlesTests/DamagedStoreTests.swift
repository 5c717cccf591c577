import Foundation
import Testing
import TestSupport
import WebBundles

@Suite struct `A damaged store` {
    private func damaged(_ damage: (TemporaryFolder) throws -> Void) async throws -> StoreBench {
        let bench = try StoreBench()
        try await bench.reach("1.5.0")
        try damage(bench.folder)
        return bench
    }

    @Test(
        arguments: [
            "", "{", "[1]", "{ \"format\": 9 }", String(repeating: " ", count: 2 << 20), "\u{FEFF}{}",
        ].map(Brief.init))
    func `whose state cannot be used opens with the embedded bundle, without leftovers`(
        text: Brief<String>
    ) async throws {
        let bench = try await damaged { try $0.write("store/state.json", text.value) }
        #expect(try await bench.expectWhole() == "embedded")
        #expect(!bench.folder.exists("store/v1.5.0"))
        // And is as good as new.
        try await bench.publish("1.5.0", minutesLater: 1)
        #expect(try await bench.update() == .installed(try StoreBench.version("1.5.0")))
        #expect(try await bench.expectWhole() == "v1.5.0")
    }

    @Test(arguments: [
        "rm STATE", "rm STATE; mkdir -p STATE/more", "rm STATE; ln -s /etc/passwd STATE", "rm STATE; mkfifo STATE",
    ])
    func `whose state is no file opens with the embedded bundle`(script: String) async throws {
        let bench = try await damaged { folder in
            try check("sh", ["-c", script.replacing("STATE", with: folder.path("store/state.json"))])
        }
        #expect(try await bench.expectWhole() == "embedded")
        #expect(try await bench.expectWhole() == "embedded")
        try await bench.publish("1.5.0", minutesLater: 1)
        #expect(try await bench.update() == .installed(try StoreBench.version("1.5.0")))
        #expect(try await bench.expectWhole() == "v1.5.0")
    }

    @Test func `whose folder of a version is gone or a link shows what else there is`() async throws {
        for script in ["rm -r V", "rm -r V; ln -s /etc V", "rm -r V; touch V", "rm V/index.html"] {
            let bench = try StoreBench()
            try await bench.reach("1.5.0", "1.5.1")
            try check("sh", ["-c", script.replacing("V", with: bench.folder.path("store/v1.5.1"))])
            #expect(try await bench.expectWhole() == "v1.5.0", "\(script)")
            #expect(!bench.folder.exists("store/v1.5.1"), "\(script)")
            #expect(FileManager.default.fileExists(atPath: "/etc/passwd"))
        }
    }

    @Test func `clears folders without a record, work that was not finished, and files of others`() async throws {
        let bench = try await damaged { folder in
            try folder.write("store/v9.9.9/index.html", "forged")
            try folder.write("store/.staging-1/index.html", "half")
            try folder.write("store/.dat.nosync77.abc", "half")
            try folder.write("store/.state.json.new", "half")
            try check("ln", ["-s", "/etc", folder.path("store/v8.0.0")])
        }
        #expect(try await bench.expectWhole() == "v1.5.0")
        #expect(try bench.names() == ["index", "signed-v1.5.0", "state.json", "v1.5.0"])
    }

    @Test func `in a folder that is a file opens with the embedded bundle and says why`() async throws {
        let bench = try StoreBench()
        try bench.folder.write("store", "in the way")
        let bundle = try await bench.store().start()
        #expect(bundle.version == .embedded)
        #expect(bundle.problem != nil)
        try await bench.publish("1.5.0")
        guard case .failed(.store) = try await bench.update() else {
            Issue.record("an update into a file")
            return
        }
        #expect(try bench.folder.text("store") == "in the way")
    }
}
