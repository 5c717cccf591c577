// What the articles use of WebKit, by its signatures, for a machine without it.
@_exported import Foundation
@_exported import FoundationNetworking

public protocol WKURLSchemeTask: AnyObject {
    var request: URLRequest { get }
    func didReceive(_ response: URLResponse)
    func didReceive(_ data: Data)
    func didFinish()
    func didFailWithError(_ error: any Error)
}

@MainActor public protocol WKURLSchemeHandler: AnyObject {
    func webView(_ webView: WKWebView, start urlSchemeTask: any WKURLSchemeTask)
    func webView(_ webView: WKWebView, stop urlSchemeTask: any WKURLSchemeTask)
}

@MainActor public protocol WKScriptMessageHandler: AnyObject {
    func userContentController(_ controller: WKUserContentController, didReceive message: WKScriptMessage)
}

@MainActor public final class WKUserContentController {
    public func add(_ handler: any WKScriptMessageHandler, name: String) {}
    public func removeScriptMessageHandler(forName name: String) {}
}

@MainActor public final class WKFrameInfo {
    public var isMainFrame: Bool { true }
}

@MainActor public final class WKScriptMessage {
    public var body: Any { "" }
    public let frameInfo = WKFrameInfo()
}

@MainActor public final class WKWebViewConfiguration {
    public let userContentController = WKUserContentController()
    public init() {}
    public func setURLSchemeHandler(_ handler: (any WKURLSchemeHandler)?, forURLScheme scheme: String) {}
}

@MainActor public final class WKNavigation {}

@MainActor public final class WKNavigationAction {
    public var request: URLRequest { URLRequest(url: URL(fileURLWithPath: "/")) }
}

public enum WKNavigationActionPolicy { case allow, cancel }

@MainActor public protocol WKNavigationDelegate: AnyObject {
    func webView(_ webView: WKWebView, decidePolicyFor action: WKNavigationAction) async -> WKNavigationActionPolicy
    func webViewWebContentProcessDidTerminate(_ webView: WKWebView)
}

@MainActor public final class WKWebView {
    public let configuration: WKWebViewConfiguration
    public weak var navigationDelegate: (any WKNavigationDelegate)?
    public init(frame: Rectangle, configuration: WKWebViewConfiguration) { self.configuration = configuration }
    @discardableResult public func load(_ request: URLRequest) -> WKNavigation? { nil }
    @discardableResult public func reload() -> WKNavigation? { nil }
}

/// In place of `CGRect`, whose name Foundation has taken here.
public struct Rectangle: Sendable {
    public static let zero = Rectangle()
}
