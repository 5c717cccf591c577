import Foundation

@MainActor open class UIViewController: NSObject {}

@MainActor public final class UIApplication: NSObject {
    public enum State { case active, background }

    public static let shared = UIApplication()
    public var applicationState: State { .active }
    public nonisolated static let didEnterBackgroundNotification = Notification.Name("background")
    public nonisolated static let willEnterForegroundNotification = Notification.Name("foreground")
}
