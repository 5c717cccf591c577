# What `signet init` makes: a policy, and a ring of one active key and two next ones, of which no app is noted.
signet init . --quiet
