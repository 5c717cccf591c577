// swift-tools-version: 6.2
import PackageDescription

/// In place of Ionic's package, for a machine without Apple's frameworks: what the plugin uses of Capacitor, by its signatures.
let package = Package(
    name: "capacitor-swift-pm",
    products: [
        .library(name: "Capacitor", targets: ["Capacitor"]), .library(name: "Cordova", targets: ["Cordova"]),
    ],
    targets: [
        .target(name: "UIKit"), .target(name: "Cordova"), .target(name: "Capacitor", dependencies: ["UIKit"]),
    ]
)
