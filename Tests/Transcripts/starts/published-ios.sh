# The project for iOS, published into `public` on 3 August 2026, whose next key has shipped.
MINIMUM=3.1.0
. "$STARTS/ios.sh"
signet build --at 2026-08-03T10:00:00Z --quiet
signet publish --to public --first --quiet
signet keys generate production-2 --environment production
signet keys shipped production-2 3.1.0
