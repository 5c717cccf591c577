# Reads a document without its extra commas, and what was built from it, both with every name in order.
import json, re, sys
def pairs(p): return ("object", p)
def numbers(s): return ("number", s)
for arg in sys.argv[1:]:
    before, after = arg.split("=")
    text = open(before, encoding="utf-8").read()
    # A comma outside of a string that nothing but a bracket follows.
    text = re.sub(r'("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])', lambda m: m.group(1) or "", text)
    read = lambda t: json.loads(t, object_pairs_hook=pairs, parse_int=numbers, parse_float=numbers)
    assert read(text) == read(open(after, encoding="utf-8").read()), before
