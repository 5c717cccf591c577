import AppGate
import Foundation
import ManifestVerifier
import Testing
import TestPublisher
import TestSupport
import WebBundles

@Suite struct `A withdrawal` {
    @Test func `leads at once to what the same update installs`() async throws {
        let bench = try StoreBench()
        try await bench.reach("1.5.0")
        try await bench.publish("1.6.0", withdrawn: ["1.5.0"])
        #expect(try await bench.update() == .withdrawnCurrent(next: try StoreBench.bundle("v1.6.0")))
        #expect(try await bench.expectWhole() == "v1.6.0")
        #expect(try await bench.update() == .upToDate)
    }

    @Test func `of all there is leads back to the embedded bundle`() async throws {
        let bench = try StoreBench()
        try await bench.reach("1.5.0")
        try await bench.publish([], withdrawn: ["1.5.0"])
        #expect(try await bench.update() == .withdrawnCurrent(next: .embedded))
        #expect(try await bench.expectWhole() == "embedded")
        #expect(try await bench.update() == .upToDate)
        #expect(bench.site.requests.filter { $0 == "v1.5.0.zip" }.count == 1)
    }

    @Test
    func `of an embedded bundle that was never offered is obeyed as soon as there is another`() async throws {
        let bench = try StoreBench()
        try await bench.crash()
        // Nothing else is there: it is shown, and said to be withdrawn.
        try await bench.publish([], withdrawn: ["1.4.0"], minutesLater: -3)
        #expect(try await bench.update() == .withdrawnCurrent(next: .embedded))
        #expect(try await bench.expectWhole() == "embedded")
        // What there is needs another app.
        try await bench.publish([try bench.offer("1.5.0", shell: "3.0.0")], withdrawn: ["1.4.0"], minutesLater: -2)
        guard case .appUpdateNeeded(let need) = try await bench.update() else {
            Issue.record("no update of the app is needed")
            return
        }
        #expect(need.isRequired && need.bundle.spelling == "1.5.0")
        #expect(need.decision(url: nil).isBlocked)
        // Any other, also a lower one.
        try await bench.publish("1.3.0", withdrawn: ["1.4.0"], minutesLater: -1)
        #expect(try await bench.update() == .withdrawnCurrent(next: try StoreBench.bundle("v1.3.0")))
        #expect(try await bench.confirm() == "v1.3.0")
        #expect(try await bench.update() == .upToDate)
        #expect(try await bench.expectWhole() == "v1.3.0")
    }

    @Test func `while an archive is on its way keeps it from being installed`() async throws {
        let bench = try StoreBench()
        try await bench.publish("1.5.0")
        bench.site.during("v1.5.0.zip") {
            do {
                try await bench.publish([], withdrawn: ["1.5.0"], minutesLater: 1)
                #expect(try await bench.update() == .upToDate)
            } catch {
                Issue.record(error)
            }
        }
        #expect(try await bench.update() == .upToDate)
        #expect(try await bench.expectWhole() == "embedded")
        #expect(try bench.names() == ["index", "state.json"])
    }
}

@Suite struct `A bundle that is offered no longer` {
    @Test func `stays installed and shown`() async throws {
        let bench = try StoreBench()
        try await bench.reach("1.5.0")
        try await bench.publish([try bench.offer("1.4.5")], retired: ["1.5.0"])
        #expect(try await bench.update() == .upToDate)
        #expect(try await bench.expectWhole() == "v1.5.0")
        #expect(try await bench.store().status().stored.map(\.spelling) == ["1.5.0"])
        try await bench.publish([], retired: ["1.5.0", "1.4.5"], minutesLater: 1)
        #expect(try await bench.update() == .upToDate)
        #expect(try await bench.expectWhole() == "v1.5.0")
    }

    @Test func `is not installed anew`() async throws {
        let bench = try StoreBench()
        try await bench.publish([try bench.offer("1.4.5")], retired: ["1.5.0"], minutesLater: -1)
        #expect(try await bench.update() == .installed(try StoreBench.version("1.4.5")))
        try await bench.publish([], retired: ["1.5.0", "1.4.5"])
        for shell in ["0", "0.0.0", "2.0.0", "999999999"] {
            let store = try bench.store("store-\(shell)", shell: shell)
            #expect(try await bench.update(store) == .upToDate, "\(shell)")
            #expect(try await bench.expectWhole(store) == "embedded")
        }
        #expect(!bench.site.requests.contains("v1.5.0.zip"))
    }
}
