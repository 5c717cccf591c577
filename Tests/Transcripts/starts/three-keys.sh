# The policy of `project`, and a ring as `signet init` begins it: one active key and two next ones.
. "$STARTS/project.sh"
signet keys generate production-2 --environment production
signet keys generate production-3 --environment production
