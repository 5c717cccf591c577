import Testing

/// How a block of code in an article is known to be right.
private enum Proof {
    /// A test reads it from the article and runs it.
    case test(String)
    /// `.ci/run` does what it says.
    case ci
    /// It is not run; the reason.
    case not(String)
}

/// The blocks by their article, and by their section and language. A new block needs its test, and its line here.
private let proofs: [String: [String: Proof]] = [
    "README.md": [
        "Install (sh)": .ci, "The two commands (sh)": .ci,
        "Your own policy (sh)": .test("the README's own policy is built and verified as it says"),
        "Publish (sh)": .test(bucket), "Review (sh)": .test(bucket),
    ],
    "Sources/AppGate/AppGate.docc/GateAnApp.md": [
        "Add the libraries (swift)": .test(app), "Embed the key ring (sh)": .test(starter),
        "Make a gate (swift)": .test(app), "Ask it at start (swift)": .test(app), "Go by rules (swift)": .test(app),
        "The screens (swift)": .test(app), "In the background (swift)": .test(app),
        "Read a document of another format (swift)": .test(app),
        "After a reinstall (sh)": .not("Xcode sets its variables"),
        "Previews and tests without a network (swift)": .test(app),
    ],
    "Sources/AppGate/AppGate.docc/GateAWebApp.md": [
        "React (tsx)": .test(webApp), "Vue (ts)": .test(webApp), "React Native (ts)": .test(webApp),
    ],
    "Sources/AppGate/AppGate.docc/GateAnAndroidApp.md": [
        "Add the client (sh)": .test(starter), "Make a gate (kotlin)": .not(kotlin),
        "Ask it at start (kotlin)": .not(kotlin), "The blocking screen (kotlin)": .not(kotlin),
        "In the background (kotlin)": .not(kotlin), "The button, with Play (kotlin)": .not(kotlin),
        "Previews (kotlin)": .not(kotlin),
    ],
    "Sources/ManifestVerifier/ManifestVerifier.docc/VerifyWithoutSignet.md": [
        "A .jws (console)": .test(programs), "A .jws (python)": .test(programs), "A .jws (js)": .test(programs),
        "A .jws (java)": .test(programs), "A .jws (ruby)": .test(programs), "A .jws (go)": .test(programs),
        "A .jws (sh)": .test(programs), "Headers and .sig (sh)": .test(programs),
        "Headers and .sig (python)": .test(programs), "Headers and .sig (java)": .test(programs),
        "Headers and .sig (js)": .test(programs),
        "cosign (sh)": .not("Debian has no cosign; the tests verify the same file with openssl"),
    ],
    "Sources/ManifestVerifier/ManifestVerifier.docc/WireFormat.md": [
        "The key ring (json)": .test(example),
        "A complete example (json)": .test(example), "A complete example ()": .test(example),
        "Documents (json)": .test(formats), "Web bundles (json)": .test(formats),
        "publication.jws (json)": .test("the example of an index is one, to the byte"),
    ],
    "Sources/ReferenceClients/README.md": [
        "Swift, without the rest (sh)": .test(
            "the clients in Swift and the vectors alone pass by the commands of the README")
    ],
    "Sources/ReferenceClients/web/README.md": [
        "Begin (sh)": .test(web), "Begin (js)": .test(web),
        "Prove it (sh)": .test("a copy of the client of the web passes the vectors by the command of its README"),
    ],
    "Sources/ReferenceClients/android/README.md": [
        "Check it (sh)": .test("the client for Android and the vectors alone pass by the command of the README"),
        "Into an app (sh)": .test(androidLines), "Other formats (java)": .test(androidLines),
        "Web bundles (java)": .test(androidLines),
    ],
    "Sources/WebBundles/WebBundles.docc/BundlesInCapacitor.md": [
        "Make the package (sh)": .test(capacitor), "Put it into the app (sh)": .test(capacitor),
        "Put it into the app (ts)": .test(capacitor), "Put it into the app (js)": .test(capacitor),
        "The first update (sh)": .test(capacitor),
    ],
    "Sources/WebBundles/WebBundles.docc/BundlesOnAndroid.md": [
        "Show the bundle and watch over it (java)": .test(
            "the article's code for a WebView compiles with the package for Android"),
        "Show the bundle and watch over it (js)": .test("a page says of which bundle it is"),
    ],
    "Sources/WebBundles/WebBundles.docc/ServiceWorkersAndStores.md": [
        "Service workers (js)": .test("the worker of a version serves it alone, and goes with it")
    ],
    "Sources/WebBundles/WebBundles.docc/ServingBundles.md": [
        "Open a store (swift)": .test(app), "Answer the requests (swift)": .test(webKit),
        "Show the bundle and watch over it (swift)": .test(webKit), "Look for a new one (swift)": .test(webKit),
        "Show the bundle and watch over it (js)": .test("a page says of which bundle it is"),
    ],
    "Sources/signet/signet.docc/ABadNight.md": [
        "A version must not run (sh)": .test(night), "The wrong version is blocked (sh)": .test(night),
        "The backend is down (sh)": .test(night), "The CDN is down or stale (sh)": .test(night),
        "A text is wrong (sh)": .test(night), "A bad document is live (sh)": .test(night),
        "A key is stolen (sh)": .test(night), "A web bundle is bad (sh)": .test(night),
        "A clock was wrong (sh)": .test(night),
    ],
    "Sources/signet/signet.docc/ContinuousIntegration.md": [
        "GitHub (yaml)": .test(pipelines), "GitLab (yaml)": .test(pipelines),
        "GitHub Pages (yaml)": .test("the workflow of the article publishes to GitHub Pages, first and again"),
        "Who may change what ()": .not("GitHub alone reads CODEOWNERS"),
    ],
    "Sources/signet/signet.docc/Documents.md": [
        "Formats (json)": .test("the documents in the article are built, one of every format"),
        "Firebase (json)": .test(firebase), "Firebase (sh)": .test(firebase),
        "For the apps that read them (sh)": .test("env.json gets into a web app by the commands of the article"),
        "At the address of an API (nginx)": .test(
            "an nginx serves documents at the address of an API as the article says"),
        "At the address of an API (yaml)": .not("CloudFront is not here; the names are from its documentation"),
        "At the address of an API (js)": .test("the article's worker sends requests for documents to their host"),
    ],
    "Sources/signet/signet.docc/KeysForTheLongRun.md": [
        "Overview (sh)": .test(badDays), "Planned rotation (sh)": .test(badDays),
        "A key set for other people (sh)": .test(badDays), "A key is stolen (sh)": .test(badDays),
        "Go back (console)": .test(
            "a block that was a mistake is taken back by the commands of the article, without another pipeline"),
    ],
    "Sources/signet/signet.docc/Policy.md": [
        "Begin (sh)": .test(starter), "Change a value (sh)": .test(starter),
        "Rules (json)": .test("the rules in the article are built, and a plan has nothing against them"),
        "Environments (json)": .test("the environment in the article goes into a policy"),
        "How long caches keep a document (json)": .test(members), "Texts (json)": .test(members),
        "Envelopes (json)": .test(members),
    ],
    "Sources/signet/signet.docc/Publishing.md": [
        "Build (sh)": .test(reviewed), "See what changes (sh)": .test(bucket),
        "Count whom it blocks (sh)": .test("the command and the columns of the article are those that there are"),
        "Acknowledge a change (json)": .test(members), "Sign what was reviewed (sh)": .test(reviewed),
        "To a bucket (sh)": .test(bucket),
        "Who signs the requests (json)": .test("the policy of the article is enough, and none of its actions is idle"),
        "To a static host (sh)": .test(site), "To a static host (nginx)": .test(site),
        "Pages that fetch (sh)": .test("pages may read a bucket by the rule of the article, its signature included"),
        "To a host that sends no headers (sh)": .test(
            "a site for a host that sends no headers is written with the command of the article"),
        "Behind a gateway (sh)": .test(gateway), "Behind a gateway (nginx)": .test(gateway),
        "Behind a gateway (json)": .not("its digest is cut short, for people"),
        "Behind a gateway (js)": .test("the worker of the article refuses what is too old with the signed document"),
        "Check what is live (sh)": .test(bucket),
        "Check what is live (cron)": .not("it is the command of the block above, in a folder of a server"),
    ],
    "Sources/signet/signet.docc/Reviewing.md": [
        "A change to the policy (sh)": .test(bucket), "A page for reviewers (sh)": .test(bucket),
        "A tree (sh)": .test(starter), "What a device would be told (sh)": .test(starter),
        "The key ring (sh)": .test(starter),
    ],
    "Sources/signet/signet.docc/WebBundles.md": [
        "Pack and build (sh)": .test("the commands of the article pack and verify"),
        "Pack and build (json)": .not("its digest is cut short, for people"),
        "What is in a bundle (json)": .test("source maps are found, and what a list may not say is refused"),
        "Lock files of Yarn and pnpm (sh)": .test("the lock file of Yarn gives the lines that the one of npm gives"),
        "Offer it step by step (sh)": .test(
            "the commands of the article offer step by step, and a failure rate becomes a halt"),
    ],
    "Sources/signet/signet.docc/signet.md": [
        "What it prints ()": .test("the article shows what the tool prints"),
        "What it prints (json)": .test("the article shows what the tool prints"),
    ],
]

private let bucket = "the commands of the articles publish to a bucket, compare with what is served and check it"
private let site = "a static host serves a site with the configuration of the article"
private let gateway =
    "the article's gateway refuses what is too old with the signed document, and a cache keeps it from no other"
private let night = "the commands of a bad night run as they stand, and apps are told what they say"
private let capacitor = "the article on Capacitor leads from the installation to the first update"
private let webKit = "the article's code for a WKWebView has the types of the libraries"
private let kotlin = "there is no Android SDK here; its lines were compiled by hand against stand-ins"
private let starter = "what reviewers and app developers run works on a tree"
private let app = "an app in a package of its own gates itself with the article's code"
private let web = "the first lines of the client of the web decide by a signed tree"
private let webApp = "the article's code for React, Vue and React Native has the types of the client of the web"
private let programs = "every program of the article is run by a test here, but for those that cannot be run"
private let example = "the complete example verifies, as it stands"
private let formats = "the example of every format is one, in the form in which Signet writes it"
private let pipelines = "the pipelines of the article run as they stand"
private let firebase =
    "the deployment in the article keeps what the project has, and what others add between two of them"
private let badDays = "the commands of the article for bad days run as they stand, on a ring of any age"
private let androidLines =
    "the client for Android compiles with the lines of its README, and with the annotation of apps"
private let members = "the members in the articles go into a policy, and a plan has nothing against them"
private let reviewed = "what was reviewed is signed with the commands of the article"

@Test(arguments: Article.allPaths)
func `every block of code in an article is run by a test, or listed with the reason why not`(path: String) throws {
    let blocks = Set(try Article(path: path).blocks.map { "\($0.section) (\($0.language))" })
    let proofs = proofs[path] ?? [:]
    #expect(blocks.subtracting(proofs.keys).sorted() == [], "without a test")
    #expect(Set(proofs.keys).subtracting(blocks).sorted() == [], "not in the article")
    let names = try Article.testNames
    for case (let block, .test(let name)) in proofs { #expect(names.contains(name), "\(block): \(name)") }
    for case (let block, .not(let reason)) in proofs { #expect(reason.count > 10, "\(block)") }
}
