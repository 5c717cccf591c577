# A project whose signatures cover the body alone.
#
# `prepare.sh STANDARD` writes `input`, the bytes that another standard signs, also as a static file of the project.
# `assemble.sh STANDARD` signs them with openssl, and writes what the standard makes of that.
. "$STARTS/project.sh"
sed -i 's/"dated"/"body"/' policy.json
cp keys/production.pub.pem key.pem
cat >prepare.sh <<'SH'
python3 -B "$TESTS/Servers/other-standards.py" make "$1" && cp input static
SH
cat >assemble.sh <<'SH'
openssl dgst -sha256 -sign keys/production.key.pem -out signature input
python3 -B "$TESTS/Servers/other-standards.py" assemble "$1"
SH
