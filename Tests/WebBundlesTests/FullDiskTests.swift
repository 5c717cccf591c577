import Foundation
import Testing
import TestSupport
import WebBundles

/// A file system of a megabyte that ends with this object.
private final class SmallDisk: Sendable {
    let path: String

    init(at path: String) throws {
        self.path = path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try check("mount", ["-t", "tmpfs", "-o", "size=1m", "none", path])
        // A run that is killed ends no object: what watches it is not of its process group.
        let watch = #"while [ -e "/proc/$0/exe" ] && mountpoint -q "$1"; do sleep 0.1; done; umount -l "$1""#
        let start = #"setsid sh -c "$0" "$1" "$2" </dev/null >/dev/null 2>&1 &"#
        try check("sh", ["-c", start, watch, "\(ProcessInfo.processInfo.processIdentifier)", path])
    }

    deinit { _ = try? run("umount", [path]) }

    /// Whether this process may mount one.
    static let works: Bool = {
        guard let folder = try? TemporaryFolder(), (try? SmallDisk(at: folder.path("disk"))) != nil else {
            return false
        }
        return true
    }()

    /// Takes all the space there is.
    func fill() throws {
        #expect(try run("dd", ["if=/dev/zero", "of=\(path)/fill", "bs=4096"]).status != 0)
    }
}

@Suite(.enabled(if: SmallDisk.works, "file systems may not be mounted here")) struct `A full disk` {
    @Test func `fails an update and leaves the store as it was`() async throws {
        let bench = try StoreBench()
        let disk = try SmallDisk(at: bench.folder.path("disk"))
        let store = try bench.store("disk/store")
        try await bench.reach("1.5.0", store: store)
        // Fits as an archive, and not unpacked.
        var files = StoreBench.files("1.5.1")
        for index in 0..<8 { files["large/\(index)"] = [UInt8](repeating: UInt8(index), count: 200_000) }
        let large = try bench.offer("1.5.1", archive: try bench.archive(files))
        // Does not fit even as an archive.
        var generator = SystemRandomNumberGenerator()
        files["noise"] = (0..<2_000_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
        let larger = try bench.offer("1.5.2", archive: try bench.archive(files))
        // An archive that came whole is fetched once, however often there is no room for its files.
        for (index, entry) in [large, large, larger].enumerated() {
            try await bench.publish([entry], minutesLater: index)
            guard case .failed(.store(.noSpace)) = try await bench.update(store) else {
                Issue.record("an update that needs more than there is")
                return
            }
            let kept = entry == large ? ["download-\(large.bundle.sha256)"] : []
            #expect(try bench.names("disk/store") == kept + ["index", "signed-v1.5.0", "state.json", "v1.5.0"])
            #expect(try await bench.expectWhole(store) == "v1.5.0")
        }
        #expect(bench.site.requests.filter { $0 == "v1.5.1.zip" }.count == 1)
        try await bench.publish("1.5.3", minutesLater: 5)
        #expect(try await bench.update(store) == .installed(try StoreBench.version("1.5.3")))
        withExtendedLifetime(disk) {}
    }

    @Test func `shows nothing whose starts cannot be counted`() async throws {
        let bench = try StoreBench()
        let disk = try SmallDisk(at: bench.folder.path("disk"))
        let store = try bench.store("disk/store")
        try await bench.reach("1.5.0", store: store)
        try await bench.publish("1.5.1")
        #expect(try await bench.update(store) == .installed(try StoreBench.version("1.5.1")))
        try disk.fill()
        for _ in 0..<4 {
            let bundle = try await store.start()
            #expect(bundle.version.description == "v1.5.0")
            guard case .noSpace = bundle.problem else {
                Issue.record("no word of the full disk: \(bundle.problem.map { "\($0)" } ?? "nothing")")
                return
            }
        }
        guard case .failed(.store) = try await bench.update(store) else {
            Issue.record("an update on a full disk")
            return
        }
        // What is withdrawn is left even where that cannot be written, in this session.
        try await bench.publish("1.5.1", withdrawn: ["1.5.0"], minutesLater: 1)
        #expect(try await bench.update(store) == .withdrawnCurrent(next: try StoreBench.bundle("v1.5.1")))
        #expect(try await store.start().version == .embedded)
        try FileManager.default.removeItem(atPath: "\(disk.path)/fill")
        #expect(try await bench.expectWhole(store) == "v1.5.1")
        withExtendedLifetime(disk) {}
    }
}

@Suite(.tracing) struct `A disk that fails` {
    /// What the driver does must come to nothing or be done; the store is whole in any case.
    @Test(arguments: [
        "mkdirat:error=ENOSPC", "fsync:error=EIO", "syncfs:error=EIO", "renameat2:error=EIO", "renameat:error=EROFS",
        "unlinkat:error=EIO", "flock:error=EIO", "write:error=ENOSPC:when=2+", "write:error=EIO:when=6+",
    ])
    func `leaves a whole store`(fault: String) async throws {
        let bench = try StoreBench()
        try await bench.reach("1.5.0")
        try await bench.publish("1.5.1")
        try bench.writeSite()
        _ = try bench.drive(["update", "start", "confirm"], fault: fault)
        #expect(["v1.5.0", "v1.5.1"].contains(try await bench.expectWhole()))
        #expect(try bench.names().filter { $0.hasPrefix(".") } == [])
        let next = try bench.drive(["update", "start", "confirm"])
        #expect(next.output.contains("start v1.5.1 1.5.1*8"), "\(next.output)")
    }
}
