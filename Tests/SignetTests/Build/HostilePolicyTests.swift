import Testing
import TestSupport

// A policy of a pull request must not keep a build machine busy: what it can ask for is limited and linear.

/// Builds with so many seconds of a processor's time, however busy that is with other things.
private func build(_ project: Project, seconds: Int) throws -> CommandResult {
    try TestSupport.run(
        "sh", ["-c", "ulimit -t \(seconds); exec \"$0\" build", signetPath], in: project.folder.root)
}

@Test(.unlessHung)
func `many members that extend many members are merged in good time`() throws {
    // No name is there twice and all begin alike, so that whoever looks for one by comparing reads all the others; the
    // one that extends comes first, or the other would be refused before anything is merged.
    let members = (100_000..<180_000).map { "\"m\($0)\":0" }
    let (base, more) = (members.prefix(40_000).joined(separator: ","), members.dropFirst(40_000).joined(separator: ","))
    let policy = "{\"environments\":{\"b\":{\"extends\":\"a\",\(more)},\"a\":{\(base)}}}"
    let project = try Project(policy: policy, keys: [])
    // Square time would be minutes.
    let before = try project.folder.snapshot("output")
    let result = try build(project, seconds: 20)
    #expect(result.status == 1)
    #expect(result.errors.contains("policy.json:1:22: error: missing member \"origin\""), "\(result.errors)")
    #expect(try project.folder.snapshot("output") == before)
}

@Test(.unlessHung)
func `a base file and a mapping with many environments are merged in good time`() throws {
    let ids = (0..<20_000).map { "e\($0)" }
    let mapping = ids.map { "\"\($0)\":\"production\"" }.joined(separator: ",")
    let policy = """
        {"environments":{"production":{"origin":"https://example.com","envelopes":["headers"],
        "ios":{"storeURL":"https://example.com","minimumAppVersion":{"value":"1.0.0","build":1}},
        "documents":{"environment-config":{"path":"env.json","base":"b.json","environments":{\(mapping)}}}}}}
        """
    let project = try Project(policy: policy)
    try project.folder.write(
        "b.json", "{\"environments\":{\(ids.map { "\"\($0)\":{}" }.joined(separator: ","))}}")
    let result = try build(project, seconds: 20)
    #expect(result.status == 0, "\(result.errors)")
}

@Test(arguments: [64, 65])
func `a policy has at most 64 environments`(count: Int) throws {
    let extending = (1..<count).map { number in
        let base = number == 1 ? "production" : "e\(number - 1)"
        return #", "e\#(number)": { "extends": "\#(base)", "origin": "https://e\#(number).example.com" }"#
    }
    let project = try Project(policy: Project.policy(more: extending.joined()))
    if count <= 64 {
        try project.expectDone(["build", "--environment", "production"])
    } else {
        try project.expectRefusal(["build"], code: 1, ["policy.json:3:19: error: there are more than 64 environments"])
    }
}

@Test(.unlessHung, .peers(.python3))
func `a static file of eight million bytes of JSON is checked without building a tree of it`() throws {
    let project = try Project()
    let zeros = [UInt8](repeating: UInt8(ascii: "0"), count: 4 << 20).flatMap { [$0, UInt8(ascii: ",")] }
    try project.folder.write("static/zeros.json", [UInt8(ascii: "[")] + zeros + Array("0]".utf8))
    // A tree of it takes more than 200 MB.
    let script = """
        import resource, subprocess, sys
        status = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL).returncode
        print(status, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
        """
    let result = try run("python3", ["-c", script, signetPath, "plan", "none"], in: project.folder.root)
    let numbers = result.output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    #expect(numbers.first == 0, "\(result.errors)")
    #expect(try #require(numbers.last) < 128 << 10, "\(result.output) KiB")
}
