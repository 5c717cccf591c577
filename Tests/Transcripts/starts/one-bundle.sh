# Web bundle 1.0.0 for shells from 2.0.0 on, built on 1 August 2026.
. "$STARTS/web-build.sh"
signet bundle pack dist --version 1.0.0 --shell 2.0.0... --quiet
signet build --at 2026-08-01T00:00:00Z --quiet
