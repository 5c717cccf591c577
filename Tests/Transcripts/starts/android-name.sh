# A project for Android whose minimum is the name of a version.
MINIMUM='"versionName": "1.2.0"' DOCUMENT='"app-config": "api/v1/app-config"'
. "$STARTS/android.sh"
