package com.getcapacitor.plugin;

import com.getcapacitor.Plugin;

public class WebView extends Plugin {
    public static final String WEBVIEW_PREFS_NAME = "CapWebViewSettings";
    public static final String CAP_SERVER_PATH = "serverBasePath";
}
