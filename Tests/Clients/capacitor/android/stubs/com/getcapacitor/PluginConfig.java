package com.getcapacitor;

import org.json.JSONObject;

public class PluginConfig {
    private final JSONObject config;

    public PluginConfig(JSONObject config) { this.config = config; }

    public JSONObject getConfigJSON() { return config; }
}
