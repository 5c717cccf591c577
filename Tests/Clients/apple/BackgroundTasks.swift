// What the article uses of BackgroundTasks, as Apple declares it.
@_exported import Foundation

open class BGTask {
    public var expirationHandler: (() -> Void)?
    public func setTaskCompleted(success: Bool) {}
}

open class BGTaskRequest {
    public var earliestBeginDate: Date?
}

public final class BGAppRefreshTaskRequest: BGTaskRequest {
    public init(identifier: String) {}
}

public final class BGTaskScheduler: Sendable {
    public static let shared = BGTaskScheduler()
    @discardableResult public func register(
        forTaskWithIdentifier identifier: String, using queue: Never?, launchHandler: @escaping (BGTask) -> Void
    ) -> Bool { true }
    public func submit(_ request: BGTaskRequest) throws {}
}
