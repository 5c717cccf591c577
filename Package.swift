// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let package = Package(
    name: "signet",
    platforms: [.macOS(.v13), .iOS(.v16)],
    products: [
        .library(name: "ManifestVerifier", targets: ["ManifestVerifier", "ManifestCrypto", "ManifestFormat"]),
        .library(name: "AppGate", targets: ["AppGate"]),
        .library(name: "URLSessionTransport", targets: ["URLSessionTransport"]),
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

        // What an app ships: wire types, verification, decisions.
        .target(name: "ManifestFormat", swiftSettings: settings),
        .target(
            name: "ManifestCrypto",
            dependencies: [.target(name: "CLibcrypto", condition: .when(platforms: [.linux]))],
            swiftSettings: settings
        ),
        .target(
            name: "ManifestVerifier",
            dependencies: ["ManifestFormat", "ManifestCrypto"],
            swiftSettings: settings
        ),
        .target(
            name: "AppGate",
            dependencies: ["ManifestVerifier", "ManifestFormat"],
            swiftSettings: settings
        ),
        .target(
            name: "URLSessionTransport",
            dependencies: ["AppGate", "ManifestFormat"],
            swiftSettings: settings
        ),
        .target(
            name: "LocalFiles",
            dependencies: ["ManifestFormat", .target(name: "CLinux", condition: .when(platforms: [.linux]))],
            swiftSettings: settings
        ),
        .target(
            name: "BundleArchive",
            dependencies: ["LocalFiles", "ManifestFormat", "ManifestCrypto", "CZlib"],
            swiftSettings: settings
        ),
        .target(
            name: "WebBundles",
            dependencies: [
                "AppGate", "BundleArchive", "LocalFiles", "ManifestVerifier", "ManifestFormat", "ManifestCrypto",
            ],
            swiftSettings: settings
        ),

        // What the build tool adds: other people's programs, private keys, folders on disk, rendering.
        .target(
            name: "ChildProcesses", dependencies: ["LocalFiles", "ManifestFormat", "CLinux"], swiftSettings: settings),
        .target(
            name: "ManifestSigning",
            dependencies: ["ChildProcesses", "ManifestFormat", "ManifestCrypto", "CLibcrypto", "CLibcryptoEngine"],
            swiftSettings: settings
        ),
        .target(
            name: "PublicationTree",
            dependencies: ["LocalFiles", "ChildProcesses", "ManifestVerifier", "ManifestFormat", "ManifestCrypto"],
            swiftSettings: settings
        ),
        .target(
            name: "ManifestGenerator",
            dependencies: [
                "ManifestSigning", "PublicationTree", "BundleArchive", "ChildProcesses", "LocalFiles",
                "ManifestVerifier", "ManifestFormat", "ManifestCrypto",
            ],
            swiftSettings: settings
        ),
        .target(
            name: "ManifestPublisher",
            dependencies: [
                "PublicationTree", "LocalFiles", "ChildProcesses", "ManifestVerifier", "ManifestFormat",
                "ManifestCrypto",
            ],
            swiftSettings: settings
        ),
        .target(
            name: "BundleSimulator",
            dependencies: [
                "WebBundles", "AppGate", "BundleArchive", "PublicationTree", "LocalFiles", "ManifestSigning",
                "ManifestVerifier", "ManifestFormat", "ManifestCrypto",
            ],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "signet",
            dependencies: [
                "AppGate", "BundleSimulator", "ChildProcesses", "ManifestGenerator", "ManifestPublisher",
                "ManifestSigning", "PublicationTree", "BundleArchive", "LocalFiles", "ManifestVerifier",
                "ManifestFormat",
                "ManifestCrypto",
            ],
            swiftSettings: settings
        ),

        // Tests; what they share is a target of its own.
        .testTarget(name: "TestSupport", dependencies: ["CLinux"], swiftSettings: settings),
        .testTarget(
            name: "TestPublisher",
            dependencies: ["ManifestVerifier", "ManifestSigning", "ManifestCrypto", "ManifestFormat"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "ManifestFormatTests", dependencies: ["ManifestFormat", "TestSupport"], swiftSettings: settings),
        .testTarget(
            name: "ManifestCryptoTests", dependencies: ["ManifestCrypto", "TestSupport"], swiftSettings: settings),
        .testTarget(
            name: "ManifestSigningTests",
            dependencies: ["ManifestSigning", "ChildProcesses", "ManifestCrypto", "ManifestFormat", "TestSupport"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "ManifestVerifierTests",
            dependencies: [
                "ManifestVerifier", "ManifestSigning", "ManifestCrypto", "ManifestFormat", "TestPublisher",
                "TestSupport",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "AppGateTests",
            dependencies: ["AppGate", "ManifestVerifier", "ManifestFormat", "TestPublisher", "TestSupport"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "URLSessionTransportTests",
            dependencies: [
                "URLSessionTransport", "AppGate", "ManifestVerifier", "ManifestFormat", "TestPublisher", "TestSupport",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "BundleArchiveTests",
            dependencies: ["BundleArchive", "LocalFiles", "ManifestFormat", "ManifestCrypto", "TestSupport"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "WebBundlesTests",
            dependencies: [
                "WebBundles", "AppGate", "BundleArchive", "URLSessionTransport", "LocalFiles", "ManifestVerifier",
                "ManifestSigning", "ManifestFormat", "ManifestCrypto", "TestPublisher", "TestSupport",
                "BundleStoreDriver",
            ],
            swiftSettings: settings
        ),
        // Works in a store as an app does, so that a test can kill it.
        .executableTarget(
            name: "BundleStoreDriver",
            dependencies: ["WebBundles", "AppGate", "ManifestVerifier", "ManifestFormat"],
            path: "Tests/BundleStoreDriver",
            swiftSettings: settings
        ),
        .testTarget(
            name: "ChildProcessesTests",
            dependencies: ["ChildProcesses", "PublicationTree", "LocalFiles", "ManifestFormat", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "PublicationTreeTests",
            dependencies: [
                "PublicationTree", "LocalFiles", "ChildProcesses", "ManifestSigning", "ManifestVerifier",
                "ManifestCrypto", "ManifestFormat", "TestSupport",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "ManifestGeneratorTests",
            dependencies: ["ManifestGenerator", "LocalFiles", "ManifestFormat", "PublicationTree", "TestSupport"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "ManifestPublisherTests",
            dependencies: [
                "ManifestPublisher", "PublicationTree", "LocalFiles", "ManifestVerifier", "ManifestCrypto",
                "ManifestFormat", "TestSupport",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "SignetTests",
            dependencies: [
                "signet", "ManifestGenerator", "ManifestSigning", "ManifestCrypto", "ManifestVerifier",
                "ManifestFormat", "TestSupport",
            ],
            swiftSettings: settings
        ),
    ],
    swiftLanguageModes: [.v6]
)

// The sanitizers' builds of CI leave out what they do not test: it would be most of what they compile.
if let names = Context.environment["SIGNET_WITHOUT"]?.split(separator: " ").map(String.init) {
    package.targets.removeAll { names.contains($0.name) }
    package.products.removeAll { names.contains($0.name) }
}
