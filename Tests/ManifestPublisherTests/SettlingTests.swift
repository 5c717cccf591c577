import Diagnostics
import ManifestPublisher
import ManifestVerifier
import Programs
import PublicationTree
import Testing
import TestSupport

private let name = "distribution/a.txt"

/// Serves the former document until a test replaces it.
private func former(_ folder: TemporaryFolder) throws {
    for suffix in ["", ".sig", ".headers"] {
        try folder.copy("former/production/\(name)\(suffix)", to: "served/\(name)\(suffix)")
    }
}

@Test(.peers(.python3, .openssl, .curl), arguments: [true, false])
func `a cache that settles in time is in order, and only what differed is requested again`(isLocal: Bool) async throws {
    let bench = try LiveBench(tamper: former)
    let (project, server) = (bench.project, bench.server)
    let check = try bench.check(bound: .seconds(60)) { number in
        guard number == 3 else { return }
        for suffix in ["", ".sig", ".headers"] {
            try project.folder.copy("output/production/\(name)\(suffix)", to: "served/\(name)\(suffix)")
        }
    }
    let report = isLocal ? try await check.run(against: project.tree()) : try await check.run()
    #expect(report.words == [])
    #expect(report.trouble == nil)
    #expect(try report.documents.count == project.headers().count)
    #expect(bench.madePauses == [.seconds(1), .seconds(2), .seconds(4)])
    let requests = try server.requests()
    #expect(requests.filter { $0 == "/\(name)" }.count == 4)
    #expect(requests.filter { $0 == "/distribution/b.json" }.count == 1)
    // The index says what there must be, so that without a local tree it is looked at in every round.
    #expect(requests.filter { $0 == "/publication.jws" }.count == (isLocal ? 1 : 4))
}

@Test(.peers(.python3, .openssl, .curl))
func `an index that changes meanwhile is what counts, also for documents that were in order before`() async throws {
    let bench = try LiveBench(tamper: { folder in
        for path in try folder.snapshot("former/production").keys where !path.hasPrefix(name) {
            try folder.copy("former/production/\(path)", to: "served/\(path)")
        }
    })
    let folder = bench.project.folder
    let check = try bench.check(bound: .seconds(60)) { _ in
        for path in try folder.snapshot("output/production").keys {
            try folder.copy("output/production/\(path)", to: "served/\(path)")
        }
    }
    let report = try await check.run()
    #expect(report.words == [])
    #expect(report.documents.allSatisfy { $0.date?.headerValue == "Tue, 04 Aug 2026 22:59:35 UTC" })
    #expect(bench.madePauses.count == 1)
}

@Test(.peers(.python3, .openssl, .curl), arguments: [0, 1, 5, 60])
func `a cache that does not settle is refused when the time is over`(seconds: Int) async throws {
    let bench = try LiveBench(tamper: former)
    let report = try await bench.check(bound: .seconds(seconds)).run(against: bench.project.tree())
    #expect(report.trouble == .refused)
    #expect(report.words.count == 1)
    #expect(bench.madePauses.reduce(.zero, +) == .seconds(seconds))
    #expect(bench.madePauses.allSatisfy { $0 <= .seconds(15) })
}

// MARK: What no cache changes

/// What is wrong as it is listed, or listed nowhere.
private let permanent: [(name: String, age: String?, pin: String?, faults: [String: HTTPSServer.Fault])] = [
    ("an age that only grows", "1s", nil, [:]),
    ("a key that is not the pinned one", nil, String(repeating: "0", count: 64), [:]),
    ("a redirect", nil, nil, ["/distribution/b.json": .redirect(302, to: "/")]),
]

@Test(.peers(.python3, .openssl, .curl), arguments: permanent)
func `what no cache changes is not waited for`(
    name: String, age: String?, pin: String?, faults: [String: HTTPSServer.Fault]
) async throws {
    let bench = try LiveBench(faults: faults)
    let report = try await bench.check(bound: .seconds(60), maximumAge: age, pin: pin).run()
    #expect(report.trouble == .refused)
    #expect(bench.madePauses == [])
}

@Test(.peers(.python3, .openssl, .curl))
func `a date that is too old is waited for where the index lists a later one`() async throws {
    let other = "distribution/b.json"
    let bench = try LiveBench { folder in
        for suffix in ["", ".sig", ".headers"] {
            try folder.copy("former/production/\(other)\(suffix)", to: "served/\(other)\(suffix)")
        }
    }
    let folder = bench.project.folder
    let check = try bench.check(bound: .seconds(60), maximumAge: "24h") { _ in
        for suffix in ["", ".sig", ".headers"] {
            try folder.copy("output/production/\(other)\(suffix)", to: "served/\(other)\(suffix)")
        }
    }
    #expect(try await check.run().words == [])
    #expect(bench.madePauses == [.seconds(1)])
}

@Test(.peers(.python3, .openssl, .curl), arguments: ["former", "nothing"])
func `an index that is not the published one is waited for, and one that is not trusted is not`(
    served: String
) async throws {
    let index = "publication.jws"
    let bench = try LiveBench { folder in
        if served == "former" {
            try folder.copy("former/production/\(index)", to: "served/\(index)")
        } else {
            try folder.edit("served/\(index)") { String($0.dropLast(2)) + "AA" }
        }
    }
    let check = try bench.check(bound: .seconds(60)) { _ in
        try bench.project.folder.copy("output/production/\(index)", to: "served/\(index)")
    }
    #expect(try await check.run(against: bench.project.tree()).words == [])
    #expect(bench.madePauses == [.seconds(1)])
    guard served == "nothing" else { return }
    try bench.project.folder.edit("served/\(index)") { String($0.dropLast(2)) + "AA" }
    let alone = try await check.run().words
    #expect(alone == ["\(index): is not signed by any trusted key"])
    #expect(bench.madePauses == [.seconds(1)])
}

// MARK: No answer

@Test(.peers(.python3, .openssl, .curl)) func `a host that is not there is unavailable at once`() async throws {
    let bench = try LiveBench()
    // Nothing listens on this port of a reserved service.
    let check = try bench.check(address: "https://127.0.0.1:1", bound: .seconds(60))
    for isLocal in [true, false] {
        let error = try await #require(throws: ErrorReport.self) {
            _ = isLocal ? try await check.run(against: bench.project.tree()) : try await check.run()
        }
        #expect(error.kind == .unavailable)
        #expect(error.message.contains("the host cannot be reached: "))
    }
    #expect(bench.madePauses == [])
}

@Test(.peers(.python3, .openssl, .curl)) func `a host whose certificate is not good is not asked`() async throws {
    let bench = try LiveBench()
    let check = try bench.check(address: bench.server.otherOrigin, bound: .seconds(60))
    let error = try await #require(throws: ErrorReport.self) { _ = try await check.run() }
    #expect(error.kind == .unavailable)
    #expect(error.message.contains("no trusted connection to the host"))
    #expect(try bench.server.requests() == [])
}

@Test(.peers(.python3, .openssl, .curl))
func `a document that never comes is requested again, and then reported as unavailable`() async throws {
    // On a busy machine the other documents may take more than the first limit.
    for limit in [Duration.seconds(2), .seconds(20), .seconds(200)] {
        let bench = try LiveBench(faults: ["/\(name)": .silence])
        let limits = Curl.TimeLimits(connection: limit, file: limit, whole: .hours)
        let report = try await bench.check(bound: .seconds(1), timeLimits: limits).run(against: bench.project.tree())
        guard report.words == ["\(name): the host did not answer in time"] else { continue }
        #expect(report.trouble == .unavailable)
        #expect(bench.madePauses == [.seconds(1)])
        #expect(try bench.server.requests().filter { $0 == "/\(name)" }.count == 2)
        return
    }
    Issue.record("the report is not that of one silent document")
}
