package com.getcapacitor;

import java.util.Collection;
import org.json.JSONArray;

public class JSArray extends JSONArray {
    public JSArray(Collection<?> elements) { super(elements); }
}
