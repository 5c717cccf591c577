package org.json;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

public class JSONArray {
    protected final List<Object> elements = new ArrayList<>();

    public JSONArray(Collection<?> elements) { this.elements.addAll(elements); }

    @Override public String toString() {
        StringBuilder text = new StringBuilder("[");
        for (Object element : elements) {
            if (text.length() > 1) text.append(',');
            text.append(JSONObject.written(element));
        }
        return text.append(']').toString();
    }
}
