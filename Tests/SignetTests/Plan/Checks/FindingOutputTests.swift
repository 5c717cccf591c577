import Testing
import TestSupport

@Test(.peers(.python3), arguments: [["plan", "none"], ["build"]])
func `on a terminal a finding shows the line that it is about`(command: [String]) throws {
    let project = try TeamCase.project()
    try project.change("policy.json", "      \"ios\": {", "\t\"ios\": {")
    try project.change("policy.json", "\t\"ios\"", "\t\"iso\"")
    let shop = try TemporaryFolder()
    try check("cp", ["-r", project.folder.root, "shop"], in: shop.root)
    // Only standard error is a terminal.
    let script = """
        import os, pty, subprocess, sys
        ours, theirs = pty.openpty()
        status = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=theirs).returncode
        os.close(theirs)
        said = b''
        try:
            while part := os.read(ours, 4096): said += part
        except OSError: pass
        print(status, said.decode().replace('\\r\\n', '\\n'), end='')
        """
    let words = command + ["--policy", "shop/policy.json", "--keys", "shop/keys"]
    let result = try run("python3", ["-c", script, signetPath] + words, in: shop.root)
    #expect(
        result.output.contains(
            "1 shop/policy.json:10:2: error: unknown member \"iso\" [unknown-member]\n    \t\"iso\": {\n    \t^\nhint: "
        ),
        "\(result.output)\(result.errors)")
    #expect(!(try run(signetPath, words, in: shop.root).errors.contains("\t^")))
}
