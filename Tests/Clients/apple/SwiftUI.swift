// What the article's screens use of SwiftUI, UIKit and Combine, as Apple declares it, to type-check them where they are not.
import Foundation

@MainActor @preconcurrency public protocol View {
    associatedtype Body: View
    @ViewBuilder var body: Body { get }
}

extension Never: View {
    public var body: Never { fatalError("no view") }
}

@resultBuilder public enum ViewBuilder {
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
    public static func buildBlock<A: View, B: View, C: View>(_ a: A, _ b: B, _ c: C) -> some View { Nothing() }
    public static func buildEither<A: View, B: View>(first: A) -> Either<A, B> { Either() }
    public static func buildEither<A: View, B: View>(second: B) -> Either<A, B> { Either() }
    public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
}

extension Optional: View where Wrapped: View {
    public var body: Nothing { Nothing() }
}

public struct Nothing: View {
    nonisolated init() {}
    public var body: Never { fatalError("no view") }
}

public struct Either<A: View, B: View>: View {
    nonisolated init() {}
    public var body: Nothing { Nothing() }
}

public struct Font: Sendable {
    public static let title = Font()
}

public struct Text: View {
    nonisolated public init<S: StringProtocol>(_ content: S) {}
    public func font(_ font: Font?) -> Text { self }
    public var body: Nothing { Nothing() }
}

public struct Color: View {
    public static let clear = Color()
    public var body: Nothing { Nothing() }
}

public struct Button: View {
    public init<S: StringProtocol>(_ title: S, action: @escaping @MainActor () -> Void) {}
    public var body: Nothing { Nothing() }
}

public struct VStack<Content: View>: View {
    public init(spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) {}
    public var body: Nothing { Nothing() }
}

public struct Alert {
    public struct Button {
        public static func `default`(_ label: Text, action: (() -> Void)? = {}) -> Button { Button() }
        public static func cancel(_ label: Text, action: (() -> Void)? = {}) -> Button { Button() }
    }

    public init(title: Text, message: Text? = nil, primaryButton: Button, secondaryButton: Button) {}
}

extension View {
    public func alert<Item: Identifiable>(item: Binding<Item?>, content: (Item) -> Alert) -> some View { Nothing() }
}

// MARK: Combine

public protocol ObservableObject: AnyObject {}

@propertyWrapper public struct Published<Value> {
    public struct Publisher {
        public func sink(receiveValue: @escaping (Value) -> Void) -> AnyCancellable { AnyCancellable() }
    }

    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
    public var wrappedValue: Value
    public var projectedValue: Publisher { Publisher() }
}

public final class AnyCancellable {}

@propertyWrapper public struct Binding<Value> {
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
    public var wrappedValue: Value
}

@propertyWrapper @MainActor @preconcurrency public struct ObservedObject<Object: ObservableObject> {
    @dynamicMemberLookup @MainActor public struct Wrapper {
        let object: Object
        public subscript<Subject>(dynamicMember path: ReferenceWritableKeyPath<Object, Subject>) -> Binding<Subject> {
            Binding(wrappedValue: object[keyPath: path])
        }
    }

    public init(wrappedValue: Object) { self.wrappedValue = wrappedValue }
    public var wrappedValue: Object
    public var projectedValue: Wrapper { Wrapper(object: wrappedValue) }
}

// MARK: UIKit, which SwiftUI exports

@MainActor public final class UIApplication {
    public static let shared = UIApplication()
    public func open(_ url: URL) {}
}

@MainActor open class UIViewController {
    public init() {}
    public var presentedViewController: UIViewController? { nil }
    public func present(_ controller: UIViewController, animated: Bool, completion: (() -> Void)?) {}
}

public final class UIHostingController<Content: View>: UIViewController {
    public init(rootView: Content) {}
}

@MainActor public final class UIWindowScene {}

@MainActor public final class UIWindow {
    public struct Level: Sendable {
        public static let alert = Level()
    }

    public init(windowScene: UIWindowScene) {}
    public var windowScene: UIWindowScene?
    public var windowLevel = Level.alert
    public var rootViewController: UIViewController?
    public var isHidden = true
    public func makeKey() {}
    public func makeKeyAndVisible() {}
}

@MainActor public final class UIAlertAction {
    public enum Style { case `default`, cancel, destructive }
    public init(title: String?, style: Style, handler: (@MainActor @Sendable (UIAlertAction) -> Void)? = nil) {}
}

public final class UIAlertController: UIViewController {
    public enum Style { case actionSheet, alert }
    public init(title: String?, message: String?, preferredStyle: Style) {}
    public func addAction(_ action: UIAlertAction) {}
}
