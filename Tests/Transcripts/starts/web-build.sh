# A project whose policy names a list of web bundles, with what a web build leaves in `dist`.
. "$STARTS/project.sh"
sed -i 's|"envelopes": \["headers"\]|"envelopes": ["headers", "jws"]|
s|"documents": {|&\n        "web-bundles": { "path": "builds/", "list": "bundles.json" },|' policy.json
mkdir -p dist/img dist/assets
cat >dist/index.html <<'END'
<!doctype html><html><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'self'"><title>Shop</title>
<script src="app.js"></script></head><body>я</body></html>
END
{ echo "document.title = 'one';" && yes '// filler' | head -n 200; } >dist/app.js
seq 2000 | head -c 4096 >dist/img/logo.png
echo 'ü' >'dist/assets/ü.txt'
: >dist/empty.txt
