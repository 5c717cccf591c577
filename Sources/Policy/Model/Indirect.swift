/// A large value that is held once: a copy of what has it is one reference more, instead of a copy of each of its members.
///
/// Every file that copies a value of forty members carries the code for all of them. What holds most of a tree or of a plan is a
/// final class for the same reason.
@propertyWrapper
package struct Indirect<Value: Sendable>: Sendable {
    private final class Held: Sendable {
        let value: Value

        init(_ value: Value) { self.value = value }
    }

    private var held: Held

    package init(wrappedValue: Value) { held = Held(wrappedValue) }

    package var wrappedValue: Value {
        get { held.value }
        set { held = Held(newValue) }
    }
}
