# Every kind of document that can be taken over, all of the same versions.
. "$STARTS/documents.sh"
sed -i 's/"99"/"3.2.0"/' ios.json
sed -i 's/"e", /"e", "cy": "c", /' android.json
cp "$TESTS/Policies/imported-app-config.json" app-config
cp "$TESTS/Policies/imported-env.json" my-env.json
for platform in ios android; do
  cat >remote-$platform.json <<END
{
  "platform": "$platform",
  "force_update_version": "3.0.0",
  "optional_update_version": "3.2.0"
}
END
done
