import Testing
import TestSupport

/// A page that does what a page for reviewers must not do.
private let offendingPage = """
    <!DOCTYPE html>
    <html lang="en">
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'">
      <title>offending</title>
      <body style="color: red">
        <img src="http://127.0.0.1:9/tracked.png">
        <a href="#one">one</a><button>two</button>
        <script>console.error("said"); alert("shown"); setTimeout(() => { throw new Error("thrown") })</script>
      </body>
    </html>
    """

@Test(.peers(.chromium, .python3), .unlessHung)
func `the driver of the browser sees what a page does that it must not do`() throws {
    let folder = try TemporaryFolder()
    try folder.write("page.html", offendingPage)
    let script = """
        const names = []
        for (const shift of [false, false, true]) {
          await press("Tab", { shift })
          names.push(document.activeElement.textContent)
        }
        await media({ "prefers-color-scheme": "dark" })
        return [...names, matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"]
        """
    let visit = try visit(folder.path("page.html"), script: script, returning: [String].self)
    #expect(visit.result == ["one", "two", "one", "dark"])
    #expect(visit.violations.map(\.directive).sorted() == ["img-src", "style-src-attr"])
    #expect(visit.requests.map(\.blocked) == [nil, "csp"])
    #expect(visit.console.contains { $0.level == "error" && $0.text == "said" })
    #expect(visit.dialogs.map(\.text) == ["shown"])
    #expect(visit.exceptions.count == 1 && visit.exceptions[0].contains("thrown"))
}

@Test(.peers(.chromium, .python3), .unlessHung)
func `the driver of the browser tells of a page that does not come to its end`() throws {
    let folder = try TemporaryFolder()
    try folder.write("page.html", "<script>while (true) {}</script>")
    #expect(throws: CannotRun.self) {
        _ = try visit(folder.path("page.html"), script: "", returning: String?.self, ["--timeout", "2"])
    }
}
