import Capacitor
import Foundation
import SignetCapacitor
import UIKit

final class Bridge: CAPBridgeProtocol {
    let viewController: UIViewController? = nil
    let config: InstanceConfiguration

    init(serverURL: String = "capacitor://localhost") {
        guard let local = URL(string: "capacitor://localhost"), let server = URL(string: serverURL) else {
            preconditionFailure("both are constants")
        }
        config = InstanceConfiguration(localURL: local, serverURL: server)
    }

    func setServerBasePath(_ path: String) { print("serves", URL(fileURLWithPath: path).lastPathComponent) }
}

/// Capacitor makes a plugin, hands it the bridge, and loads it before the first page.
func start(_ config: JSObject, _ bridge: Bridge) -> SignetPlugin {
    let plugin = SignetPlugin()
    plugin.config = config
    plugin.bridge = bridge
    plugin.load()
    return plugin
}

func answer(_ options: [String: String] = [:], _ method: (CAPPluginCall) -> Void) -> String {
    let call = CAPPluginCall(options)
    method(call)
    return call.answer
}

let bridge = Bridge()
let plugin = start([:], bridge)
print(answer { plugin.sync($0) })

let ring = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1])))
let keys = (ring as? [String: [[String: String]]])?["keys"] ?? []
let config: JSObject = [
    "origin": "https://localhost", "environment": "production", "version": "1.4.0", "shell": "2.1.0",
    "autoUpdate": false, "keys": ["keys": keys.map { $0 as JSObject } as [any JSValue]] as JSObject,
]
let session = start(config, bridge)
print(answer(["page": "A"]) { session.attach($0) })
print(answer(["page": "A"]) { session.ready($0) })
print(answer { session.getBundles($0) })
print(answer(["page": "A", "reason": "it is blank"]) { session.reject($0) })
print(answer(["channel": "beta"]) { session.setChannel($0) })
print(answer { session.getCurrentBundle($0) })
print(answer { session.setChannel($0) })

let liveReload = Bridge(serverURL: "http://192.168.0.2:5173")
let development = start(config, liveReload)
print(answer(["page": "A"]) { development.ready($0) })
