// swift-tools-version: 6.2
import Foundation
import PackageDescription

let settings: [SwiftSetting] = [
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let package = Package(
    name: "signet",
    platforms: [.macOS(.v11), .iOS(.v13)],
    products: [
        .library(name: "ManifestVerifier", targets: ["ManifestVerifier"]),
        .library(name: "AppGate", targets: ["AppGate"]),
        .library(name: "URLSessionTransport", targets: ["URLSessionTransport"]),
        .library(name: "Classic", targets: ["Classic"]),
        .library(name: "WebBundles", targets: ["WebBundles"]),
        .executable(name: "signet", targets: ["signet"]),
    ],
    dependencies: [],
    targets: [
        // The C seam: a module map and one shim header each.
        .systemLibrary(name: "CLibcrypto"),
        .systemLibrary(name: "CLibcryptoEngine"),
        .systemLibrary(name: "CLinux"),
        .systemLibrary(name: "CZlib"),

        // What an app ships: verification, decisions, web bundles.
        .target(
            name: "ManifestVerifier",
            dependencies: [.target(name: "CLibcrypto", condition: .when(platforms: [.linux]))],
            swiftSettings: settings
        ),
        .target(name: "AppGate", dependencies: ["LocalFiles", "ManifestVerifier"], swiftSettings: settings),
        .target(
            name: "URLSessionTransport", dependencies: ["AppGate", "ManifestVerifier"], swiftSettings: settings),
        .target(
            name: "LocalFiles",
            dependencies: [.target(name: "CLinux", condition: .when(platforms: [.linux]))],
            swiftSettings: settings
        ),
        // What deployed apps read, for apps that go on reading it.
        .target(name: "Classic", dependencies: ["AppGate", "ManifestVerifier"], swiftSettings: settings),
        .target(
            name: "WebBundles", dependencies: ["AppGate", "LocalFiles", "ManifestVerifier", "CZlib"],
            swiftSettings: settings),

        // The plugin for Capacitor, but for the bridge, which needs Capacitor itself.
        .target(
            name: "CapacitorSession", dependencies: ["WebBundles", "AppGate", "LocalFiles", "ManifestVerifier"],
            path: "Sources/CapacitorPlugin/ios/Session", swiftSettings: settings),

        // The files that the tool carries inside: schemas, articles, codes, help, a plan's page, pipelines, first policies.
        .target(
            name: "CResources",
            exclude: ["completions", "findings", "help", "initial", "page", "pipeline", "starter"]),

        // What the tool adds, each using what is above it: words for people, other programs, private keys, trees, policies.
        .target(
            name: "Diagnostics", dependencies: ["Classic", "LocalFiles", "ManifestVerifier", "CResources"],
            swiftSettings: settings),
        .target(
            name: "Programs",
            dependencies: ["Diagnostics", "LocalFiles", "ManifestVerifier", "CLibcrypto", "CLinux"],
            swiftSettings: settings
        ),
        .target(
            name: "SigningKeys",
            dependencies: [
                "Diagnostics", "Programs", "Classic", "LocalFiles", "ManifestVerifier", "CLibcrypto",
                "CLibcryptoEngine",
            ],
            swiftSettings: settings
        ),
        .target(
            name: "PublicationTree",
            dependencies: ["Diagnostics", "Programs", "Classic", "WebBundles", "LocalFiles", "ManifestVerifier"],
            swiftSettings: settings
        ),
        .target(
            name: "Policy",
            dependencies: [
                "Diagnostics", "SigningKeys", "PublicationTree", "AppGate", "Classic", "WebBundles", "LocalFiles",
                "ManifestVerifier",
            ],
            swiftSettings: settings
        ),
        .target(
            name: "Plan",
            dependencies: [
                "Diagnostics", "Programs", "SigningKeys", "PublicationTree", "Policy", "AppGate", "Classic",
                "WebBundles", "LocalFiles", "ManifestVerifier",
            ],
            swiftSettings: settings
        ),
        .target(
            name: "ManifestGenerator",
            dependencies: [
                "Diagnostics", "Programs", "SigningKeys", "PublicationTree", "Policy", "Plan", "Classic", "WebBundles",
                "LocalFiles", "ManifestVerifier",
            ],
            swiftSettings: settings
        ),
        .target(
            name: "ManifestPublisher",
            dependencies: [
                "Diagnostics", "Programs", "PublicationTree", "Classic", "LocalFiles", "ManifestVerifier",
            ],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "signet",
            dependencies: [
                "Diagnostics", "Programs", "SigningKeys", "PublicationTree",
                "Policy", "Plan", "ManifestGenerator", "ManifestPublisher", "AppGate", "Classic", "WebBundles",
                "LocalFiles", "ManifestVerifier", "CLinux",
            ],
            swiftSettings: settings
        ),

        // Tests; what they share is a target of its own.
        .target(name: "CTestSupport", path: "Tests/CTestSupport"),
        .testTarget(name: "TestSupport", dependencies: ["AppGate", "CLinux", "CTestSupport"], swiftSettings: settings),
        .testTarget(
            name: "TestPublisher",
            dependencies: ["PublicationTree", "SigningKeys", "Programs", "Classic", "ManifestVerifier", "TestSupport"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "ManifestVerifierTests",
            dependencies: [
                "ManifestVerifier", "Classic", "WebBundles", "PublicationTree", "Diagnostics", "SigningKeys",
                "TestPublisher", "TestSupport",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "AppGateTests",
            dependencies: [
                "AppGate", "Classic", "LocalFiles", "ManifestVerifier", "TestPublisher", "TestSupport",
                "GateStoreDriver",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "ClassicTests",
            dependencies: ["Classic", "AppGate", "Diagnostics", "ManifestVerifier", "TestPublisher", "TestSupport"],
            swiftSettings: settings
        ),
        // Checks a document over one store, so that a test can start two of it.
        .executableTarget(
            name: "GateStoreDriver", dependencies: ["AppGate", "ManifestVerifier"], path: "Tests/GateStoreDriver",
            swiftSettings: settings
        ),
        // The vectors: for the clients in Swift, and for those in other languages.
        .testTarget(
            name: "VectorTests", dependencies: ["AppGate", "Classic", "WebBundles", "ManifestVerifier", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "ClientTests",
            dependencies: ["VectorTests", "PublicationTree", "ManifestVerifier", "TestPublisher", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "URLSessionTransportTests",
            dependencies: [
                "URLSessionTransport", "AppGate", "Classic", "ManifestVerifier", "TestPublisher", "TestSupport",
            ],
            swiftSettings: settings
        ),
        .testTarget(name: "LocalFilesTests", dependencies: ["LocalFiles", "TestSupport"], swiftSettings: settings),
        .testTarget(
            name: "WebBundlesTests",
            dependencies: [
                "WebBundles", "CapacitorSession", "AppGate", "Classic", "Diagnostics", "PublicationTree",
                "URLSessionTransport", "LocalFiles",
                "ManifestVerifier", "SigningKeys", "TestPublisher", "TestSupport", "BundleStoreDriver",
            ],
            exclude: ["Simulation/updates.txt", "Simulation/forgiveness.txt", "Simulation/forgiveness-of-apps.txt"],
            swiftSettings: settings
        ),
        // Works in a store as an app does, so that a test can kill it.
        .executableTarget(
            name: "BundleStoreDriver",
            dependencies: ["WebBundles", "AppGate", "ManifestVerifier"],
            path: "Tests/BundleStoreDriver",
            swiftSettings: settings
        ),
        .testTarget(
            name: "DiagnosticsTests", dependencies: ["Diagnostics", "Classic", "ManifestVerifier", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "ProgramsTests",
            dependencies: ["Programs", "Diagnostics", "LocalFiles", "ManifestVerifier", "TestSupport"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "SigningKeysTests",
            dependencies: ["SigningKeys", "Diagnostics", "Classic", "ManifestVerifier", "TestSupport"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "PublicationTreeTests",
            dependencies: [
                "PublicationTree", "Programs", "SigningKeys", "Diagnostics", "Classic", "WebBundles", "LocalFiles",
                "ManifestVerifier", "TestPublisher", "TestSupport",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "PolicyTests",
            dependencies: [
                "Policy", "PublicationTree", "Classic", "WebBundles", "Diagnostics", "ManifestVerifier",
                "TestSupport",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "PlanTests",
            dependencies: [
                "signet", "Plan", "Policy", "PublicationTree", "Diagnostics", "AppGate", "Classic", "WebBundles",
                "ManifestVerifier", "TestPublisher", "TestSupport",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "ManifestPublisherTests",
            dependencies: [
                "ManifestPublisher", "Policy", "Plan", "Programs", "SigningKeys", "Diagnostics",
                "PublicationTree", "Classic", "LocalFiles", "ManifestVerifier", "TestPublisher", "TestSupport",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "SignetTests",
            dependencies: [
                "signet", "Diagnostics", "ManifestGenerator", "Policy", "Plan", "PublicationTree", "SigningKeys",
                "CapacitorSession", "WebBundles", "Classic", "AppGate", "ManifestVerifier", "TestPublisher",
                "TestSupport",
            ],
            exclude: ["Build/Golden", "Plan/Checks/Codes"],
            swiftSettings: settings
        ),
        // The command line in text files, `Tests/Transcripts`.
        .testTarget(name: "TranscriptTests", dependencies: ["signet", "TestSupport"], swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)

// The sanitizers' builds of CI leave out what they do not test: it would be most of what they compile. A copy of the clients
// alone (Sources/ReferenceClients/README.md) has no other folders.
let names = Context.environment["SIGNET_WITHOUT"]?.split(separator: " ").map(String.init) ?? []
let absent = package.targets.filter { target in
    let path = target.path ?? (target.type == .test ? "Tests/" : "Sources/") + target.name
    return names.contains(target.name) || !FileManager.default.fileExists(atPath: "\(Context.packageDirectory)/\(path)")
}.map(\.name)
package.targets.removeAll { absent.contains($0.name) }
for target in package.targets {
    target.dependencies.removeAll { if case .byNameItem(let name, _) = $0 { absent.contains(name) } else { false } }
}
package.products.removeAll { absent.contains($0.name) }
