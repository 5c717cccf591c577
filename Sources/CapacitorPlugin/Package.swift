// swift-tools-version: 6.2
import PackageDescription

// The package that `assemble` makes for Capacitor. Its name and its product are those that Capacitor derives from
// `signet-capacitor`. The system libraries are for a build on Linux; iOS has all that they would give.
let settings: [SwiftSetting] = [
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let package = Package(
    name: "SignetCapacitor",
    platforms: [.iOS(.v15)],
    products: [.library(name: "SignetCapacitor", targets: ["SignetCapacitor"])],
    dependencies: [.package(url: "https://github.com/ionic-team/capacitor-swift-pm.git", from: "8.0.0")],
    targets: [
        .systemLibrary(name: "CLibcrypto", path: "ios/CLibcrypto"),
        .systemLibrary(name: "CLinux", path: "ios/CLinux"),
        .systemLibrary(name: "CZlib", path: "ios/CZlib"),
        .target(
            name: "ManifestVerifier",
            dependencies: [.target(name: "CLibcrypto", condition: .when(platforms: [.linux]))],
            path: "ios/ManifestVerifier", swiftSettings: settings),
        .target(
            name: "LocalFiles", dependencies: [.target(name: "CLinux", condition: .when(platforms: [.linux]))],
            path: "ios/LocalFiles", swiftSettings: settings),
        .target(
            name: "AppGate", dependencies: ["LocalFiles", "ManifestVerifier"], path: "ios/AppGate",
            swiftSettings: settings),
        .target(
            name: "URLSessionTransport", dependencies: ["AppGate", "ManifestVerifier"],
            path: "ios/URLSessionTransport", swiftSettings: settings),
        .target(
            name: "WebBundles", dependencies: ["AppGate", "LocalFiles", "ManifestVerifier", "CZlib"],
            path: "ios/WebBundles", swiftSettings: settings),
        .target(
            name: "CapacitorSession", dependencies: ["WebBundles", "AppGate", "LocalFiles", "ManifestVerifier"],
            path: "ios/Session", swiftSettings: settings),
        .target(
            name: "SignetCapacitor",
            dependencies: [
                "CapacitorSession", "WebBundles", "URLSessionTransport", "AppGate", "ManifestVerifier",
                .product(name: "Capacitor", package: "capacitor-swift-pm"),
                .product(name: "Cordova", package: "capacitor-swift-pm"),
            ],
            // Capacitor is not written for the checks of Swift 6.
            path: "ios/Plugin", swiftSettings: settings + [.swiftLanguageMode(.v5)]),
    ],
    swiftLanguageModes: [.v6]
)
