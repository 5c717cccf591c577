import TestSupport
import Testing

/// Random JSON, spelled at random: numbers as nobody would write them twice, escapes, odd spacing.
private func value(_ random: inout RandomValues, depth: Int) -> String {
    func list(_ random: inout RandomValues, _ element: (inout RandomValues, Int) -> String) -> String {
        (0..<random.number(0...4)).map { element(&random, $0) }.joined(separator: random.pick([",", " , ", ",\n"]))
    }
    switch depth > 4 ? random.number(0...3) : random.number(0...6) {
    case 0: return random.pick(["null", "true", "false"])
    case 1: return random.pick(["1e3", "-0", "1.50", "1E+2", "0.10", "123456789012345678901234567890", "-7", "0e0"])
    case 2: return string(random.text(), &random)
    case 3: return random.pick(["\"\"", "{}", "[]", "\"\\u00e9\\/\\b\"", "\"\\ud83d\\ude00\""])
    case 4: return "[" + list(&random) { random, _ in value(&random, depth: depth + 1) } + "]"
    default: return object(&random, depth: depth)
    }
}

private func object(_ random: inout RandomValues, depth: Int, with member: String? = nil) -> String {
    var members = (0..<random.number(0...4)).map { index in
        string("m\(index) \(random.text())", &random) + ": " + value(&random, depth: depth + 1)
    }
    if let member { members.insert(member, at: random.number(0...members.count)) }
    return "{ " + members.joined(separator: ", ") + " }"
}

private func string(_ text: String, _ random: inout RandomValues) -> String {
    let isEscaped = random.once(in: 3)
    let parts = text.unicodeScalars.map { scalar -> String in
        switch scalar {
        case "\"": "\\\""
        case "\\": "\\\\"
        case "\n": "\\n"
        case "/" where isEscaped: "\\/"
        default: String(scalar)
        }
    }
    return "\"" + parts.joined() + "\""
}

/// Reads both files with all names, in order, and every number as it is spelled, and takes the apps out of both.
private let comparison = """
    import json, sys
    def read(path):
        text = lambda s: ("number", s)
        return json.load(open(path, encoding="utf-8"), object_pairs_hook=lambda p: ("object", p),
            parse_int=text, parse_float=text)
    def without_apps(document):
        kind, members = document
        out = []
        for name, value in members:
            if name == "environments":
                value = ("object", [(id, ("object", [m for m in env[1] if id == "other" or m[0] != "apps"]))
                    for id, env in value[1]])
            out.append((name, value))
        return (kind, out)
    for pair in sys.argv[1:]:
        base, output = pair.split("=")
        before, after = read(base), read(output)
        assert without_apps(before) == without_apps(after), base
        environments = dict(dict(after[1])["environments"][1])
        for id in ("main", "copy"):
            apps = [v for n, v in environments[id][1] if n == "apps"]
            assert len(apps) == 1 and apps[0][1][0][1][1][1] == ("build", ("number", "30")), base
    """

@Test(.peers(.python3), arguments: [1, 2, 3, 4] as [UInt64])
func `a merge keeps every byte of meaning in the base file`(seed: UInt64) throws {
    var random = RandomValues(seed: seed)
    let names = (0..<15).map { "e\($0)" }
    let environments = names.map { name in
        """
        "\(name)": { "origin": "https://a.example",
          "ios": { "storeURL": "https://a.example", "minimumAppVersion": { "value": "1.0", "build": 30 } },
          "documents": { "environment-config": { "path": "env.json", "base": "\(name).json",
            "environments": { "main": "\(name)", "copy": "\(name)" } } } }
        """
    }
    let project = try Project(policy: "{ \"environments\": { \(environments.joined(separator: ",")) } }", keys: names)
    for name in names {
        let apps = random.once(in: 2) ? "\"apps\": \(value(&random, depth: 3))" : nil
        let ids = [
            "\"main\": \(object(&random, depth: 2, with: apps))", "\"other\": \(object(&random, depth: 2, with: apps))",
            "\"copy\": \(object(&random, depth: 2))",
        ]
        try project.folder.write(
            "\(name).json",
            object(
                &random, depth: 0, with: "\"environments\": { \(ids.shuffled(using: &random).joined(separator: ",")) }")
        )
    }
    try project.expectDone(["build"])
    try check(
        "python3", ["-c", comparison] + names.map { "\($0).json=output/\($0)/env.json" }, in: project.folder.root)
}
