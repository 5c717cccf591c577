import json, os, re, sys
from jsonschema import Draft202012Validator
validators = {}
for file in os.listdir('schemas'):
    schema = json.load(open('schemas/' + file, encoding='utf-8'))
    Draft202012Validator.check_schema(schema)
    validators[file.removesuffix('.schema.json')] = Draft202012Validator(schema)
for line in sys.stdin.read().splitlines():
    name, path, expected = line.split(' ')
    text = re.sub(r'(?m)^ *//.*$', '', open(path, encoding='utf-8').read())
    errors = [e.json_path + ': ' + e.message for e in validators[name].iter_errors(json.loads(text))]
    if (not errors) != (expected == 'true'): print(path, 'against', name, errors[:3] or 'is valid:\n' + text)
