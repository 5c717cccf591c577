package com.getcapacitor;

import org.json.JSONObject;

public class JSObject extends JSONObject {
    @Override public JSObject put(String name, Object value) {
        super.put(name, value);
        return this;
    }
}
