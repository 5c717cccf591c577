# A team whose first key was stolen after a rotation. The folder `thief` has all of it as it was, the key too.
. "$STARTS/web-build.sh"
sed -i 's/"3.0.0"/"2.0.0"/' policy.json
signet keys generate second --environment production --quiet
signet bundle pack dist --version 1.0.0 --shell 2.0.0... --quiet
signet build --at 2026-08-03T10:00:00Z --quiet
mkdir thief
cp -r policy.json Texts.xcstrings static keys bundles bundles.json output thief
signet keys rotate production --unshipped --quiet
sed -i 's/"2.0.0"/"3.0.0"/' policy.json
rm -r output
