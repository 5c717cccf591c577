# The project of `every-format`, and the policies of `Policies/variants.json`: some differ from its own in what is `replaced`.
# `cases` has a line for each: schema, path, and whether it is valid.
. "$STARTS/every-format.sh"
echo '{}' >base.json
python3 - "$TESTS/Policies/variants.json" <<'END'
import json, sys
policy, cases = open('policy.json').read(), open('cases', 'w')
for index, variant in enumerate(json.load(open(sys.argv[1]))):
    assert variant.get('replaced', '') in policy, variant
    text = variant['policy'] if 'policy' in variant else policy.replace(variant['replaced'], variant['by'])
    open(f'policy-{index}.json', 'w').write(text)
    print('policy', f'policy-{index}.json', json.dumps(variant['isValid']), file=cases)
END
