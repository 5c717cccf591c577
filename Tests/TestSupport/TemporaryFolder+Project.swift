extension TemporaryFolder {
    /// A team's folder with the keys that `init` makes, whose policy publishes availability documents and the files of `static`.
    package func makeProject() throws {
        try check(signetPath, ["init", root, "--quiet"])
        try write("policy.json", testText("Policies/served.json"))
        try write("static/support.json", "{ \"kind\": \"support\" }\n")
    }
}
