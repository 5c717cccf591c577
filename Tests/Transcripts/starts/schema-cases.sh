# Every kind of file that has a schema, as the tool writes or reads it. `cases` has a line for each: schema, path, and that it is
# valid. `schemas` has what `signet schema` prints.
. "$STARTS/every-format.sh"
signet build --quiet
signet verify output --json >output.json
signet schema --output schemas --quiet
signet init starter --quiet
cp "$TESTS/Policies/example.json" example.json
payload() { cut -d . -f 2 "$1" | tr '_-' '/+' | sed 's/$/==/' | base64 -d 2>/dev/null || true; }
payload output/production/publication.jws >index-production.json
payload output/staging/publication.jws >index-staging.json
mkdir rules web
(cd rules && . "$STARTS/gate.sh" && signet build --quiet)
(
  cd web
  . "$STARTS/web-build.sh"
  signet bundle pack dist --version 1.0.0-rc.1 --shell 2.0.0... --prerelease --quiet
  signet build --quiet
  signet bundle pack dist --version 1.0.0 --shell 2...2.99 --quiet
  signet build --quiet
  signet bundle withdraw 1.0.0-rc.1 --quiet
  signet bundle withdraw 0.9.0 --embedded --quiet
  cp "$TESTS/Policies/package-lock.json" lock.json
  for platform in ios android; do signet bundle shell add $platform 2.0.0 --surface lock.json --quiet; done
  signet bundle pack dist --version 1.1.0 --surface lock.json --quiet
  signet build --quiet
)
sed '0,/{/s//{ "served": "root", "allowScripts": ["'"'unsafe-eval'"'"],/' web/bundles.json >bundles.json
cat >cases <<'END'
policy policy.json true
policy starter/policy.json true
policy example.json true
policy web/policy.json true
policy rules/policy.json true
bundles bundles.json true
keyring keys/keyring.json true
keyring starter/keys/keyring.json true
output output.json true
publication index-production.json true
publication index-staging.json true
gate-ios rules/output/production/gate/ios.json true
gate-android rules/output/production/gate/android.json true
web-bundle-manifest web/output/production/builds/manifest.json true
web-bundle-index web/output/production/builds/index.json true
app-config output/production/api/v1/app-config true
app-config output/staging/api/v1/app-config true
environment-config output/production/configs/env.json true
environment-config output/production/configs/v1/env.json true
availability-ios output/production/distribution/availability-ios true
availability-android output/production/distribution/availability-android true
remote-config output/production/remote-config-ios.json true
remote-config output/production/remote-config-android.json true
remote-config output/staging/remote-config-ios.json true
firebase-template output/production/remoteconfig.template.json true
firebase-template output/staging/remoteconfig.template.json true
END
