import json, os
def read(path):
    pairs = lambda members: ["object", members]
    text = open(path, "rb").read().decode("utf-8")
    return json.loads(text, object_pairs_hook=pairs, parse_int=str, parse_float=str)
count = 0
for name in sorted(os.listdir("valid")):
    if name.endswith(".original"):
        a, b = read("valid/" + name), read("valid/" + name.replace("original", "written"))
        assert a == b, name
        count += 1
for name in os.listdir("invalid"):
    try:
        read("invalid/" + name)
    except ValueError:
        count += 1
    else:
        raise AssertionError(open("invalid/" + name).read())
print(count)
