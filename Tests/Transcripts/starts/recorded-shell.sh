# A web bundle for the one shell that is recorded, built into `published`, and in `base` the list that was reviewed for it.
. "$STARTS/web-build.sh"
printf '%s\n' '@capacitor/camera 7.0.1 sha512-B' '@capacitor/core 7.1.0 sha512-A' >one.txt
printf '%s\n' '@capacitor/app 7.0.0 sha512-D' '@capacitor/camera 7.4.0 sha512-C' \
    'cordova-plugin-file 8.0.0 git+ssh://git@github.com/x/y.git#0123' >two.txt
signet bundle shell add ios 2.0.0 --surface one.txt --quiet
signet bundle pack dist --version 1.0.0 --surface one.txt --quiet
signet build --output published --quiet
mkdir base
cp bundles.json base
