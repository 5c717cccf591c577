# A policy with comments, in a layout of its own, and an environment that extends another; without keys.
cp "$TESTS/Policies/set.jsonc" policy.json
cp "$TESTS/Policies/Texts.xcstrings" .
