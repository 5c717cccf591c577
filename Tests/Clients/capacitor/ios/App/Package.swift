// swift-tools-version: 6.2
import PackageDescription

/// An app with the assembled plugin, and stand-ins for Capacitor.
let package = Package(
    name: "App",
    dependencies: [.package(path: "../signet-capacitor"), .package(path: "../capacitor-swift-pm")],
    targets: [
        .executableTarget(
            name: "App",
            dependencies: [
                .product(name: "SignetCapacitor", package: "signet-capacitor"),
                .product(name: "Capacitor", package: "capacitor-swift-pm"),
            ])
    ]
)
