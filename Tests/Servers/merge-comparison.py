import json, sys
from decimal import Decimal
read = lambda path: json.load(open(path, encoding='utf-8'), parse_float=Decimal, parse_int=str)
base, built = read('env.json'), read('output/production/configs/env.json')
for id, environment in built['environments'].items():
    apps = environment.pop('apps', None)
    base['environments'][id].pop('apps', None)
    assert (apps is None) == (id == 'untouched'), id
order = lambda value: json.dumps(value, default=str, ensure_ascii=False)
assert order(base) == order(built), (order(base), order(built))
