// What is in a web bundle, when it is packed or added.

extension FindingCode {
    package static let nativeCode = FindingCode(
        "native-code", .error, .none, "a program that runs outside a web view, told by its first bytes",
        why: "Stores of apps forbid to download such code, and nothing in a bundle can start it.",
        fix: "Remove the file from what your web build writes.",
        example: "lib/libfoo.so that begins with the bytes of ELF")

    package static let contentPolicy = FindingCode(
        "content-policy", .warning, .none,
        "a page without a Content-Security-Policy, or with one that lets more scripts run than those of the bundle",
        why: "What is not in the bundle was not signed, and a text that becomes a script can do whatever the page can.",
        fix: """
            Where Capacitor serves, put default-src 'self' into a <meta>, first in <head>. What a page cannot do without \
            goes into "allowScripts" of the list, after a review.
            """,
        example: "script-src * 'unsafe-inline'")

    package static let scriptBlocked = FindingCode(
        "script-blocked", .warning, .none, "an inline script or handler that the page's own policy blocks",
        why: "It would not run on any device, and only there would it be seen.",
        fix: """
            Put it into a file, or its hash into script-src. Angular writes a handler into the page unless \
            optimization.styles.inlineCritical is false.
            """,
        example: "<link rel=\"stylesheet\" media=\"print\" onload=\"this.media='all'\">")

    package static let scriptRemote = FindingCode(
        "script-remote", .warning, .none, "a script that comes from another host",
        why: "It is not signed: the owner of that host runs code in the app.",
        fix: "Pack the script into the bundle, or list its host in \"allowScripts\" after a review.",
        example: "import('https://esm.example.com/chart.js')")

    package static let pageAddress = FindingCode(
        "page-address", .warning, .none, "an address, or a base of addresses, that leads out of the bundle",
        why: "A version has a path of its own, and nothing above it is served; Capacitor serves from the top.",
        fix: """
            Build with relative addresses (Vite: base: './'). Where Capacitor serves, write "served": "root" into the \
            list.
            """,
        example: "<script src=\"/assets/index.js\">")

    package static let serviceWorker = FindingCode(
        "service-worker", .warning, .none, "a service worker that would answer for other bundles as well",
        why: "It outlives a switch, a rollback and a withdrawal, and answers from its own cache.",
        fix: "Leave it out of the build for apps, or register it below the path of its version.",
        example: "navigator.serviceWorker.register('/sw.js')")

    package static let sourceMap = FindingCode(
        "source-map", .warning, .none, "a source map",
        why: "Everyone who has the app could read the sources, and every device would load them.",
        fix: "Give it to your error tracker by the bundle's version, and build without.",
        example: "assets/index.js.map")
}
