/// The style sheet of the page.
enum PageStyle {
    static let text: StaticString = """
        body { font: 16px/1.5 system-ui, sans-serif; }
        """
}
