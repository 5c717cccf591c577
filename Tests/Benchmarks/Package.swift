// swift-tools-version: 6.2
import PackageDescription

// Measures the package above; what it is compared with is C, written against libcrypto alone.
let package = Package(
    name: "benchmarks",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "signet", path: "../..")],
    targets: [
        .executableTarget(name: "benchmarks"),
        .executableTarget(
            name: "peer", linkerSettings: [.linkedLibrary("crypto")]),
        .executableTarget(
            name: "verify-one",
            dependencies: [
                .product(name: "Classic", package: "signet"), .product(name: "ManifestVerifier", package: "signet"),
            ]),
        .executableTarget(
            name: "decide-one",
            dependencies: [
                .product(name: "AppGate", package: "signet"), .product(name: "Classic", package: "signet"),
                .product(name: "ManifestVerifier", package: "signet"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
