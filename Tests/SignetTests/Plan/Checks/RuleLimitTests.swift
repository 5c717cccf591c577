import Diagnostics
import Testing
import TestSupport

/// A gate project with many rules of many values, each for a region of its own.
private func project(rules: Int) throws -> Project {
    let project = try Project.gate()
    let versions = (0..<40).map { "\"1.\($0).0...1.\($0).5\"" }.joined(separator: ", ")
    let rules = (0..<rules).map { index in
        "{ \"id\": \"r\(index)\", \"when\": { \"app\": [\(versions)], \"os\": \">=15\", \"region\": \"R\(index)\" }, "
            + "\"then\": \"required\", \"description\": \"required\" }, "
    }
    try project.change("policy.json", "{ \"id\": \"testers\"", rules.joined() + "{ \"id\": \"testers\"")
    return project
}

@Test func `a plan is quick however many values the rules have`() throws {
    try project(rules: 60).expectDone(["plan", "none", "--strict"])
}

@Test func `a policy whose rules leave no room for the comparison of a change is refused, and names them`() throws {
    try project(rules: 160).expectRefusal(
        ["plan", "none"], code: 1,
        ["tell more than 3,000 kinds of devices apart, most of them by \"", "[rule-combinations]"])
}
