"""What GitHub Flavored Markdown comes to, by GitHub's own parser and an HTML parser.

Reads a JSON array of Markdown texts; prints a JSON array of [text, elements, references] for them: what a person reads, with
white space as one space, the names of the elements, and what GitHub or GitLab would make a link or a picture of afterwards.
"""

import json
import re
import sys

import cmarkgfm
import html5lib
from cmarkgfm.cmark import Options

REFERENCE = re.compile(
    r'@[A-Za-z0-9_]|#[A-Za-z0-9]|[!$%&^~][A-Za-z0-9_"]|:[A-Za-z0-9_+-]+:|://|www\.|\bgh-[0-9]', re.IGNORECASE
)


def texts(element, is_code=False):
    """The pieces of text between elements and comments, and whether each is code."""
    is_code = is_code or element.tag == "code"
    if isinstance(element.tag, str):
        yield element.text or "", is_code
        for child in element:
            yield from texts(child, is_code)
            yield child.tail or "", is_code


def rendered(markdown):
    options = Options.CMARK_OPT_UNSAFE | Options.CMARK_OPT_FOOTNOTES
    html = cmarkgfm.github_flavored_markdown_to_html(markdown, options)
    tree = html5lib.parseFragment(html, treebuilder="etree", namespaceHTMLElements=False)
    pieces = list(texts(tree))
    text = re.sub("[ \t\n]+", " ", "".join(piece for piece, _ in pieces)).strip(" ")
    elements = sorted({child.tag for child in tree.iter() if child is not tree and isinstance(child.tag, str)})
    references = [found for piece, is_code in pieces if not is_code for found in REFERENCE.findall(piece)]
    return [text, elements, references]


print(json.dumps([rendered(markdown) for markdown in json.load(sys.stdin)]))
