import AppGate
import Classic
import Foundation
import ManifestVerifier
import Testing
import TestSupport

/// What a client with a store does over several fetches.
struct SequenceCase {
    let name: String
    let device: Device
    let configuration: GateConfiguration
    let steps: [Step]

    init(_ members: Members, in file: VectorFile) throws {
        var members = members
        name = try members.text("name")
        let verifier = Verifier(
            keyRing: try members.value("ring") { file.rings[$0] },
            environment: try members.value("environment") { EnvironmentName($0) },
            reader: try members.reader(), profile: try members.word("profile", SignatureProfile.self),
            knownFormats: ClassicReader.all)
        guard let base = URL(string: "https://distribution.example.com") else {
            throw VectorFile.Defect(description: "not a URL")
        }
        var configuration = GateConfiguration(
            base: base, path: try members.value("path") { try DocumentPath($0) },
            envelope: try members.envelope(), verifier: verifier)
        configuration.retry = RetryPolicy(attempts: 1)
        let backends = try members.optional("backends")?.asArray().map { try $0.asString() }
        configuration.backends = Set(backends ?? [])
        configuration.embedded = try members.optional("embedded").map { try file.download($0) }
        configuration.maximumAge = try members.optionalInteger("maximumAge").map { TimeInterval($0) }
        if try members.optionalText("whenUnreachable") == "allow" { configuration.whenUnreachable = .allow }
        self.configuration = configuration
        device = try Device(vector: members.required("device"))
        steps = try members.elements("steps").map { try Step($0, in: file) }
        try members.end()
    }
}

/// One step of a sequence.
struct Step {
    enum Action: String {
        case fetch
        case restart
        case observe
    }

    let now: Date
    let action: Action
    let scope: String?
    /// Who answers, where the backend does.
    let host: String?
    /// Which of several gates over one store does this.
    let gate: Int
    /// What becomes of the store before this; nil when it stays as it is.
    let store: StoreInMemory.State?
    /// What the server or the backend answers; nil for no answer.
    let response: DocumentResponse?
    let expected: JSONValue

    init(_ value: JSONValue, in file: VectorFile) throws {
        var members = try Members(value)
        now = try members.moment("now")
        action = try members.word("do")
        scope = try members.optionalText("scope")
        host = try members.optionalText("host")
        gate = try members.optionalInteger("gate") ?? 1
        store = try members.optionalText("store").map { text in
            guard let state = StoreInMemory.State(rawValue: text) else {
                throw VectorFile.Defect(description: "\"store\": \(text)")
            }
            return state
        }
        let status = try members.optionalInteger("status")
        let download = try members.optional("download").map { try file.download($0) }
        response = download.map { DocumentResponse(status: status ?? 200, headers: $0.headers, body: $0.body) }
        var then = try Members(members.required("then"))
        let failure = try [then.optionalText("failure"), then.optionalText("phrase")].compactMap(\.self)
            .joined(separator: ": ")
        expected = Self.then(
            try then.required("decision"), source: try then.text("source"), failure: failure.isEmpty ? nil : failure)
        try then.end()
        try members.end()
    }

    /// What is said after a step.
    ///
    /// - Parameter failure: a code, and behind a colon what there is to say of it.
    static func then(_ decision: JSONValue, source: String, failure: String?) -> JSONValue {
        let words = failure?.split(separator: ": ", maxSplits: 1).map { JSONValue.string(String($0)) } ?? []
        return .object(
            zip(["failure", "phrase"], words).map { JSONMember($0, $1) } + [
                JSONMember("decision", decision), JSONMember("source", .string(source)),
            ])
    }
}

/// Answers with what the step says.
private struct StepTransport: DocumentTransport {
    let answer: Locked<DocumentResponse?>

    func response(
        for url: URL, byteLimit: Int, timeLimit: TimeInterval
    ) async throws(TransportError) -> DocumentResponse {
        guard let response = answer.withLock({ $0 }) else { throw .unreachable("the step has no answer") }
        return response
    }
}

@Test(arguments: ["sequences.json", "sequences-gates.json", "sequences-rules.json", "sequences-stores.json"])
func `a client does what the vectors say, from fetch to fetch`(name: String) async throws {
    let file = try VectorFile(name)
    for members in file.cases {
        let sequence = try SequenceCase(members, in: file)
        for (index, (step, said)) in zip(sequence.steps, try await sequence.play()).enumerated() {
            #expect(said.line == step.expected.line, "\(sequence.name), step \(index + 1)")
        }
    }
}

extension SequenceCase {
    /// What the client says after each step.
    func play() async throws -> [JSONValue] {
        let store = StoreInMemory()
        let answer = Locked<DocumentResponse?>(nil)
        let time = Locked(Date(timeIntervalSince1970: 0))
        func session() -> Gate {
            Gate(
                configuration, device: device, transport: StepTransport(answer: answer), keeper: store, lookup: nil,
                clock: ManualClock(), now: { time.withLock { $0 } })
        }
        var (gates, said): ([Int: Gate], [JSONValue]) = ([:], [])
        for step in steps {
            time.withLock { $0 = step.now }
            answer.withLock { $0 = step.response }
            if let state = step.store { store.become(state) }
            let gate = (step.action == .restart ? nil : gates[step.gate]) ?? session()
            gates[step.gate] = gate
            let decision: Decision
            switch step.action {
            case .fetch: decision = await gate.check(scope: step.scope)
            case .restart: decision = await gate.decision(scope: step.scope)
            case .observe:
                let response = try #require(step.response)
                let host = try #require(step.host)
                decision = await gate.observe(host: host, status: response.status, body: response.body)
            }
            let failure = await gate.lastFailure?.code
            said.append(Step.then(Verdict.of(decision), source: "\(decision.source)", failure: failure))
        }
        return said
    }
}

extension CheckFailure {
    /// The failure in the words of the vectors.
    fileprivate var code: String {
        switch self {
        case .verification(let error): "\(error.code): \(error.phrase)"
        case .embedded(let error): "embedded/\(error.code): \(error.phrase)"
        default: kebabCase(self)
        }
    }
}
