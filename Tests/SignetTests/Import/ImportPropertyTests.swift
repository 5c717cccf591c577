import Foundation
import Testing
import TestSupport

/// The members of a random availability document, as the contract orders them, with commas that people leave behind.
private func document(_ platform: String, _ random: inout RandomValues) -> String {
    let isIOS = platform == "ios"
    var requirements: [String] = []
    for (name, isRequired) in [
        (isIOS ? "minimumOSVersion" : "minimumSDKVersion", true), ("recommendedOSVersion", false),
        ("minimumAppVersion", true), ("recommendedAppVersion", false),
    ] {
        guard isRequired || (random.once(in: 2) && (isIOS || name == "recommendedAppVersion")) else { continue }
        let value = isIOS ? "\"\(random.pick(["13", "5.00", "1.2.3", "99"]))\"" : "\(random.number(1...99))"
        var members = ["\"value\": \(value)"]
        for member in isRequired ? ["description"] : ["title", "description"] {
            let texts = random.languages().map {
                "\"\($0)\": \(spelled(random.text() + random.pick(["", "{", "{{", "{storeURL}"])))"
            }
            members.append("\"\(member)\": { \(texts.joined(separator: ", "))\(random.once(in: 2) ? "," : "") }")
        }
        requirements.append("\"\(name)\": { \(members.joined(separator: ", "))\(random.once(in: 3) ? " ," : "") }")
    }
    return requirements.joined(separator: ",\n")
}

private func spelled(_ text: String) -> String {
    let data = (try? JSONSerialization.data(withJSONObject: [text])) ?? Data()
    return String(String(decoding: data, as: UTF8.self).dropFirst().dropLast())
}

@Test(.peers(.python3), arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
func `whatever was published is built again after an import`(seed: UInt64) throws {
    var random = RandomValues(seed: seed)
    let folder = try TemporaryFolder()
    var arguments: [String] = []
    for index in 0..<5 {
        var words = ["init", "\(index)"]
        for platform in random.pick([["ios"], ["android"], ["ios", "android"]]) {
            let comma = random.once(in: 2) ? "," : ""
            try folder.write("\(index).\(platform)", "{ \(document(platform, &random))\(comma) }")
            words += ["--from", "\(index).\(platform)"]
            arguments.append(
                "\(index).\(platform)=\(index)/output/production/distribution/availability-\(platform)")
        }
        try check(signetPath, words, in: folder.root)
        try check(signetPath, ["build"], in: folder.path("\(index)"))
    }
    try check("python3", [peerProgram("import-comparison.py")] + arguments, in: folder.root)
}
