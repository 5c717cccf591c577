import Diagnostics
import Policy

/// A piece of HTML, in which nothing that was passed in as text is markup.
struct HTML: Sendable {
    private(set) var text: String

    private init(markup: String) { text = markup }

    static let empty = HTML(markup: "")

    var isEmpty: Bool { text.isEmpty }

    /// Text, whatever is in it.
    init(_ text: String) { self.text = Self.escaped(text) }

    /// A style sheet or a script that the tool carries inside.
    init(embedded name: StaticString) { text = EmbeddedFile.text(name.description) }

    init(_ pieces: [HTML]) { text = pieces.map(\.text).joined() }

    /// The attributes of an element in order; one without a value is left out, an empty one stands for itself.
    struct Attributes: ExpressibleByDictionaryLiteral {
        fileprivate let markup: String

        init(dictionaryLiteral elements: (StaticString, String?)...) {
            markup = elements.map { name, value in
                value.map { $0.isEmpty ? " \(name)" : " \(name)=\"\(HTML.escaped($0))\"" } ?? ""
            }.joined()
        }
    }

    /// An element with its end tag.
    static func element(_ name: StaticString, _ attributes: Attributes, _ children: [HTML]) -> HTML {
        HTML(markup: "<\(name)\(attributes.markup)>\(children.map(\.text).joined())</\(name)>")
    }

    static func element(_ name: StaticString, _ attributes: Attributes, _ children: HTML...) -> HTML {
        element(name, attributes, children)
    }

    static func element(_ name: StaticString, _ attributes: Attributes, _ text: String) -> HTML {
        element(name, attributes, [HTML(text)])
    }

    static func element(_ name: StaticString, _ children: [HTML]) -> HTML { element(name, [:], children) }

    static func element(_ name: StaticString, _ children: HTML...) -> HTML { element(name, [:], children) }

    static func element(_ name: StaticString, _ text: String) -> HTML { element(name, [:], text) }

    /// A list or another group; nothing where it would be empty.
    static func group(_ name: StaticString, _ attributes: Attributes, _ children: [HTML]) -> HTML {
        children.isEmpty ? .empty : element(name, attributes, children)
    }

    /// The same with a heading; nothing where there is nothing.
    func titled(_ title: String, _ level: StaticString = "h3") -> HTML {
        isEmpty ? self : HTML([.element(level, title), self])
    }

    /// An element that has no end tag: `meta`, `input`, `br`.
    static func void(_ name: StaticString, _ attributes: Attributes = [:]) -> HTML {
        HTML(markup: "<\(name)\(attributes.markup)>")
    }

    /// Also what a parser would change: it replaces NUL and reads CR as a line feed.
    fileprivate static func escaped(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == 0 || $0 == 0x0D || #"&<>"'"#.utf8.contains($0) }) else { return text }
        var escaped = ""
        escaped.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            case "\r": escaped += "&#13;"
            case "\0": escaped += "\u{FFFD}"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// Text that others wrote, in which what would be invisible or turn the direction of writing is shown by its number,
    /// and which cannot affect how the words around it are shown.
    static func quoted(_ text: String) -> HTML { .element("bdi", ["class": "quoted"], [revealed(text)]) }

    /// The same in letters of one width: names, paths and values.
    static func code(_ text: String) -> HTML { .element("code", [.element("bdi", [revealed(text)])]) }

    /// Several such names, separated by commas.
    static func codes(_ texts: [String]) -> [HTML] {
        texts.enumerated().flatMap { $0 == 0 ? [code($1)] : [HTML(", "), code($1)] }
    }

    /// The same without an element around it.
    static func revealed(_ text: String) -> HTML {
        HTML(
            RevealedText(text).parts.map { part in
                switch part {
                case .text(let text): HTML(text)
                case .escape(let escape): .element("span", ["class": "escape"], escape)
                }
            })
    }

    static func badge(_ kind: String, _ words: String) -> HTML { .element("span", ["class": "badge \(kind)"], words) }

    /// Words for those who hear the page.
    static func spoken(_ text: String) -> HTML { .element("span", ["class": "spoken"], text) }
}
