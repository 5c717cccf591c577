import json, sys
from decimal import Decimal
def read(path): return json.load(open(path, encoding='utf-8'), parse_float=Decimal, parse_int=str)
base, built = read('firebase-base.json'), read(sys.argv[1])
assert built['conditions'].pop() == {'name': 'android', 'expression': "device.os == 'android'"}
value = lambda ios, android: {'ios': {'value': ios}, 'android': {'value': android}}
group = built['parameterGroups']['Updates']['parameters']
force = group['force_update_version']
assert list(force) == ['description', 'conditionalValues', 'defaultValue', 'valueType', 'more'], force
assert force == {
    'description': 'ask the release managers', 'conditionalValues': value('3.0.0', '3.0.0'),
    'defaultValue': {'value': '0.0.0'}, 'valueType': 'STRING', 'more': Decimal('1e3')}, force
group['force_update_version'] = base['parameterGroups']['Updates']['parameters']['force_update_version']
assert list(built['parameters'])[-1] == 'optional_update_version'
assert built['parameters'].pop('optional_update_version') == {
    'defaultValue': {'value': '0.0.0'}, 'conditionalValues': value('3.2.0', '3.2.0'),
    'description': 'Below this version an update is recommended.', 'valueType': 'STRING'}
order = lambda value: json.dumps(value, default=str, ensure_ascii=False)
assert order(base) == order(built), (order(base), order(built))
