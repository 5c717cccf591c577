# The tree of a project that publishes a document of every format, signed on 3 August 2026.
. "$STARTS/every-format.sh"
signet build --at 2026-08-03T22:59:35Z --quiet
