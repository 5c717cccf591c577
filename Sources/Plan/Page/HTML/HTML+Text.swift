import Policy

extension HTML {
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

    /// Words for those who hear the page.
    static func spoken(_ text: String) -> HTML { .element("span", ["class": "spoken"], text) }
}
