# Web bundles 1.0.0 and 1.1.0 for shells from 2.0.0 on, built on 1 August 2026.
. "$STARTS/one-bundle.sh"
sed -i "s/'one'/'two'/" dist/app.js
signet bundle pack dist --version 1.1.0 --shell 2.0.0... --quiet
signet build --at 2026-08-01T00:00:00Z --quiet
