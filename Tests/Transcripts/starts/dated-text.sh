# The same text with a signed date in its headers as well.
PROFILE=dated
. "$STARTS/signed-text.sh"
