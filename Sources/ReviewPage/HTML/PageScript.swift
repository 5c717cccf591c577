/// The script of the page: it verifies signatures again, and nothing else. The page can be read without it.
enum PageScript {
    static let text: StaticString = """
        "use strict";
        """
}
