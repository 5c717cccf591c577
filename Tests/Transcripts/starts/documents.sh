# A document of an iOS app and one of an Android app, with all that they can have, to take over.
cat >ios.json <<'END'
{
  "minimumOSVersion": { "value": "13.5", "description": { "cy": "Diweddarwch", "en": "Update \"iOS\" / now\n" } },
  "recommendedOSVersion": { "value": "5.00", "title": { "en": "A" }, "description": { "en": "B" } },
  "minimumAppVersion": { "value": "3.0.0", "description": { "en": "" } },
  "recommendedAppVersion": { "value": "99", "title": { "en": "éé \u0644\u200D\n\uD83D\uDE00" }, "description": { "en": "D" } }
}
END
cat >android.json <<'END'
{
  "minimumSDKVersion": { "value": 23, "description": { "en": "e", "en-GB": "g" } },
  "minimumAppVersion": { "value": 8, "description": { "en": "Å 👨‍👩", "zh-Hant": "h" } }
}
END
