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
        .executable(name: "signet", targets: ["signet"]),
    ],
    dependencies: [],
    targets: [
        // The C seam: a module map and one shim header each.
        .systemLibrary(name: "CLibcrypto"),
        .systemLibrary(name: "CLibcryptoEngine"),
        .systemLibrary(name: "CLinux"),

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

        // What the build tool adds: other people's programs, private keys, folders on disk, rendering.
        .target(name: "ChildProcesses", dependencies: ["ManifestFormat", "CLinux"], swiftSettings: settings),
        .target(
            name: "ManifestSigning",
            dependencies: ["ChildProcesses", "ManifestFormat", "ManifestCrypto", "CLibcrypto", "CLibcryptoEngine"],
            swiftSettings: settings
        ),
        .target(
            name: "PublicationTree",
            dependencies: ["ChildProcesses", "ManifestVerifier", "ManifestFormat", "ManifestCrypto", "CLinux"],
            swiftSettings: settings
        ),
        .target(
            name: "ManifestGenerator",
            dependencies: [
                "ManifestSigning", "PublicationTree", "ManifestVerifier", "ManifestFormat", "ManifestCrypto",
            ],
            swiftSettings: settings
        ),
        .target(
            name: "ManifestPublisher",
            dependencies: [
                "PublicationTree", "ChildProcesses", "ManifestVerifier", "ManifestFormat", "ManifestCrypto",
            ],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "signet",
            dependencies: [
                "AppGate", "ManifestGenerator", "ManifestPublisher", "ManifestSigning", "PublicationTree",
                "ManifestVerifier",
                "ManifestFormat",
                "ManifestCrypto",
            ],
            swiftSettings: settings
        ),

        // Tests; what they share is a target of its own.
        .testTarget(name: "TestSupport", swiftSettings: settings),
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
            name: "ChildProcessesTests",
            dependencies: ["ChildProcesses", "PublicationTree", "ManifestFormat", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "PublicationTreeTests",
            dependencies: [
                "PublicationTree", "ChildProcesses", "ManifestVerifier", "ManifestCrypto", "ManifestFormat",
                "TestSupport",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "ManifestGeneratorTests",
            dependencies: ["ManifestGenerator", "ManifestFormat", "PublicationTree", "TestSupport"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "ManifestPublisherTests",
            dependencies: [
                "ManifestPublisher", "PublicationTree", "ManifestVerifier", "ManifestCrypto", "ManifestFormat",
                "TestSupport",
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
