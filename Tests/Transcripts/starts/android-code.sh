# A project for Android whose minimum is a version code.
MINIMUM='"value": 9' DOCUMENT='"availability": "availability-{platform}"'
. "$STARTS/android.sh"
