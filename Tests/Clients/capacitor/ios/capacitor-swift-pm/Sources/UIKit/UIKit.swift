import Foundation

@MainActor open class UIViewController: NSObject {}

@MainActor public final class UIApplication: NSObject {
    public nonisolated static let didEnterBackgroundNotification = Notification.Name("background")
    public nonisolated static let willEnterForegroundNotification = Notification.Name("foreground")
}
