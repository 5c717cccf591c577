import Foundation
import Testing
import TestSupport

@Test func `each command of a bad night names its environment, or takes one`() throws {
    for block in try Article("signet/ABadNight").blocks where block.language == "sh" {
        for line in block.code.split(separator: "\n") where line.hasPrefix("signet") && !line.contains("production") {
            let command = String(line.split(separator: " ")[1])
            let help = try signet(["help", command], in: TemporaryFolder()).output
            #expect(help.contains("--environment"), "\(line)")
        }
    }
}

/// The article for a bad night, section by section, against a bucket and a server of what it holds.
@Test(.peers(.aws, .moto, .nginx, .python3, .cryptography, .openssl, .curl, .git))
func `the commands of a bad night run as they stand, and apps are told what they say`() throws {
    let pipeline = try Pipeline()
    let project = pipeline.project
    func run(_ section: String) throws {
        let code = try Article("signet/ABadNight").blocks(in: section, language: "sh")[0].code
        for line in code.split(separator: "\n") { try pipeline.run(String(line)) }
    }
    func publish() throws { for line in ["signet build", "signet publish"] { try pipeline.run(line) } }
    func told(_ app: String) throws -> String {
        let gate = "https://distribution.example.com/gate/ios.json"
        return try pipeline.said("signet decide \(gate) --platform ios --os 17 --app \(app)").output
    }
    // A team that has a gate document, a bundle, and apps in the field.
    try project.nameBundleList()
    try project.writeWebBuild()
    try pipeline.run("signet bundle pack dist --version 1.5.1 --shell 2.0.0...")
    try pipeline.run(
        "signet set 'production.documents.gate=gate/{platform}.json' production.ios.latestAppVersion=3.2.2")
    try pipeline.run("signet build")
    try pipeline.run("signet publish --allow ring-changed --first")
    try pipeline.run("signet keys shipped production-2 3.0.0")
    try pipeline.run("git init -q && git add *.json *.xcstrings && git -c user.name=a -c user.email=a@b commit -qm one")
    #expect(try told("3.2.1").hasPrefix("available"))

    try run("A version must not run")
    #expect(try told("3.2.1").hasPrefix("required"))
    #expect(try told("3.2.2").hasPrefix("available"))
    try run("The wrong version is blocked")
    #expect(try told("3.2.1").hasPrefix("available"))
    try run("The backend is down")
    #expect(try told("3.2.2").contains("We are back in an hour."))
    try pipeline.run("signet open")
    try publish()
    #expect(try told("3.2.2").hasPrefix("available"))
    try run("The CDN is down or stale")

    try run("A text is wrong")
    #expect(try told("1.0.0").contains("Please update the app."))
    try pipeline.run("git -c user.name=a -c user.email=a@b commit -qam two")
    try pipeline.run("git config user.name a && git config user.email a@b")
    try run("A bad document is live")
    #expect(try !told("1.0.0").contains("Please update the app."))

    try run("A key is stolen")
    #expect(try pipeline.said("signet keys list").output.contains("production  revoked"))
    #expect(try told("3.2.2").hasPrefix("available"))
    try run("A web bundle is bad")
    try run("A clock was wrong")
    #expect(try pipeline.said("signet plan").output.hasPrefix("production   nothing changes"))
}
