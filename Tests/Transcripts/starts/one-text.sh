# The policy of `project` with a store, and a catalog in which the text of the app is "x".
. "$STARTS/project.sh"
sed -i 's|"ios": {|& "storeURL": "https://apps.apple.com/app/id1",|' policy.json
cat >Texts.xcstrings <<'END'
{ "sourceLanguage": "en", "version": "1.0", "strings": {
  "os": { "localizations": { "en": { "stringUnit": { "value": "os" } } } },
  "app": { "localizations": {  "en": { "stringUnit": { "value": "x" } } } } } }
END
