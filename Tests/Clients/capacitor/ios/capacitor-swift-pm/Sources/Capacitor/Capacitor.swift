import Foundation
import UIKit

public protocol JSValue {}
extension String: JSValue {}
extension Bool: JSValue {}
extension Array: JSValue where Element == any JSValue {}
extension Dictionary: JSValue where Key == String, Value == any JSValue {}
public typealias JSObject = [String: any JSValue]

public let CAPPluginReturnPromise = "promise"

public final class CAPPluginMethod: NSObject {
    public init(name: String, returnType: String) {}
}

public final class PluginConfig: NSObject {
    private let config: JSObject
    init(_ config: JSObject) { self.config = config }
    public func getConfigJSON() -> JSObject { config }
}

public final class CAPPluginCall: NSObject, @unchecked Sendable {
    private let options: [String: String]
    private let done = DispatchSemaphore(value: 0)
    private var said = ""

    public init(_ options: [String: String]) { self.options = options }

    /// Waits for the answer: the object with its members in order, or why there is none.
    public var answer: String {
        done.wait()
        return said
    }

    public func getString(_ key: String) -> String? { options[key] }
    public func getString(_ key: String, _ fallback: String) -> String { options[key] ?? fallback }
    public func getDouble(_ key: String, _ fallback: Double) -> Double { options[key].flatMap(Double.init) ?? fallback }

    public func resolve(_ data: [String: Any]) {
        let json = try? JSONSerialization.data(withJSONObject: data, options: .sortedKeys)
        said = String(decoding: json ?? Data(), as: UTF8.self)
        done.signal()
    }

    public func reject(
        _ message: String, _ code: String? = nil, _ error: (any Error)? = nil, _ data: [String: Any]? = nil
    ) {
        said = "rejected: \(message)"
        done.signal()
    }
}

public final class InstanceConfiguration: NSObject {
    public let localURL: URL
    public let serverURL: URL

    public init(localURL: URL, serverURL: URL) {
        self.localURL = localURL
        self.serverURL = serverURL
    }
}

public protocol CAPBridgeProtocol: AnyObject {
    var config: InstanceConfiguration { get }
    var viewController: UIViewController? { get }
    func setServerBasePath(_ path: String)
}

open class CAPPlugin: NSObject {
    public weak var bridge: (any CAPBridgeProtocol)?
    /// The test's own: what `plugins.Signet` says.
    public var config: JSObject = [:]
    open func load() {}
    open func getConfig() -> PluginConfig { PluginConfig(config) }
    open func notifyListeners(_ name: String, data: [String: Any]?, retainUntilConsumed: Bool) {}
}

public protocol CAPBridgedPlugin: NSObjectProtocol {
    var identifier: String { get }
    var jsName: String { get }
    var pluginMethods: [CAPPluginMethod] { get }
}

open class CAPBridgeViewController: UIViewController {
    public func setServerBasePath(path: String) {}
}

public final class KeyValueStore: @unchecked Sendable {
    public static let standard = KeyValueStore()
    public subscript<Value: Codable>(_ key: String, as type: Value.Type = Value.self) -> Value? {
        get { nil }
        set {}
    }
}

public enum CAPLog {
    public static func print(_ items: Any...) {}
}
