import json, sys
from jsonschema import Draft202012Validator
schema = json.loads(sys.argv[1])
def faults(schema, value):
    return [f'{error.json_path} {error.message}' for error in Draft202012Validator(schema).iter_errors(value)]
def judge(command, status, output):
    try: output = json.loads(output)
    except ValueError as error: return [f'not one JSON text: {error}']
    said = faults(schema, output)
    if said: return said
    # 2 says that there is a difference.
    if output['ok'] != (status in (0, 2)): said.append(f'ok is {output["ok"]} and the exit code {status}')
    if status > 2 and not any(f['severity'] == 'error' for f in output['findings']): said.append('no error is named')
    if output['result'] is not None:
        said += faults({'$ref': '#/$defs/' + command, '$defs': schema['$defs']}, output['result'])
    return said
for line in sys.stdin:
    said = judge(**json.loads(line))
    print(json.dumps(''.join(line + '\n' for line in said)), flush=True)
