# Reads where every value is in the text of both files, and says of a build what is not its business.
import json, re, sys
SPACE, SCALAR = re.compile(r'[ \t\r\n]*'), re.compile(r'"(?:[^"\\]|\\.)*"|[^ \t\r\n,\]}]+')
def read(text, at):
    """The end of a value, and the members of an object: (start of the name, name, start, end, members)."""
    if text[at] not in '{[': return SCALAR.match(text, at).end(), None
    members, isObject, at = [], text[at] == '{', SPACE.match(text, at + 1).end()
    while text[at] not in '}]':
        start = at
        if isObject: at = SPACE.match(text, SPACE.match(text, SCALAR.match(text, at).end()).end() + 1).end()
        end, inner = read(text, at)
        if isObject: members.append((start, json.loads(SCALAR.match(text, start).group()), at, end, inner))
        at = SPACE.match(text, end).end()
        if text[at] == ',': at = SPACE.match(text, at + 1).end()
    return at + 1, members if isObject else None
def same(base, b, built, o, kept, places):
    """Whether one object became the other by changes below these names alone; kept: may be followed by new ones."""
    (_, _, bstart, bend, bmembers), (_, _, ostart, oend, omembers) = b, o
    names = [m[1] for m in bmembers]
    assert names == [m[1] for m in omembers][:len(names)], (names, omembers)
    assert set(m[1] for m in omembers[len(names):]) <= set(kept), (names, omembers)
    before, after = bstart, ostart
    for x, y in zip(bmembers, omembers):
        # All up to the value, the spelling of the name included.
        assert base[before:x[2]] == built[after:y[2]], (base[before:x[2]], built[after:y[2]])
        inner = places.get(x[1], places.get('*', {})) if places else None
        old, new = base[x[2]:x[3]], built[y[2]:y[3]]
        if inner is None or inner == {}: assert old == new, (old, new)
        elif inner == 'any' or x[4] is None: assert old == new or (old == 'null' or inner == 'any'), (old, new)
        else: same(base, x, built, y, list(inner), inner)
        before, after = x[3], y[3]
    if len(names) == len(omembers): assert base[before:bend] == built[after:oend]
    elif bmembers: assert built[after:oend].endswith(base[before:bend]) or base[before:bend].strip() == '}'
def value(members, *path):
    for name in path: members = next(m for m in members if m[1] == name)[4]
    return members
for pair in sys.argv[1:]:
    name, path = pair.split('=')
    base, built = (open(p, encoding='utf-8', newline='').read() for p in (name, path))
    assert ('\r\n' in base) or ('\r\n' not in built), name
    app = {'minimalVersion': 'any', 'build': 'any', 'url': 'any'}
    apps = {'apps': {p: app for p in (['ios', 'android'] if name[1:2] == 'b' else ['ios'])}}
    start, out = SPACE.match(base).end(), SPACE.match(built).end()
    assert base[:start] == built[:out]
    (end, b), (oend, o) = read(base, start), read(built, out)
    assert base[end:] == built[oend:]
    same(base, (0, '', start, end, b), built, (0, '', out, oend, o), [],
        {'environments': {'main': apps, 'copy': apps}})
    said = json.loads(built)['environments']
    for id in ('main', 'copy'):
        ios = said[id]['apps']['ios']
        assert (ios['minimalVersion'], ios['build'], ios['url']) == ('1.0', 30, 'https://a.example'), ios
        assert type(ios['build']) is int
