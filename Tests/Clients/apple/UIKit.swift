// What the articles use of UIKit, by its signatures, for a machine without it.
@_exported import Foundation

@MainActor open class UIViewController {
    public init() {}
    public func present(_ controller: UIViewController, animated: Bool, completion: (() -> Void)? = nil) {}
}

@MainActor public final class UIAlertAction {
    public enum Style { case `default`, cancel, destructive }
    public init(title: String?, style: Style, handler: (@MainActor (UIAlertAction) -> Void)? = nil) {}
}

@MainActor public final class UIAlertController: UIViewController {
    public enum Style { case actionSheet, alert }
    public init(title: String?, message: String?, preferredStyle: Style) {}
    public func addAction(_ action: UIAlertAction) {}
}

@MainActor public final class UIApplication {
    public static let shared = UIApplication()
    public func open(_ url: URL) {}
}
