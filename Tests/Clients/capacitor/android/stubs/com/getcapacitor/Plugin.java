package com.getcapacitor;

import android.content.Context;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

public class Plugin {
    protected Bridge bridge;
    /** What the page was told. */
    public final List<String> events = Collections.synchronizedList(new ArrayList<>());

    public void load() {}

    public Context getContext() { return bridge.getContext(); }

    public PluginConfig getConfig() { return bridge.config; }

    protected void notifyListeners(String name, JSObject data, boolean retainUntilConsumed) {
        events.add(name + " " + data + " " + retainUntilConsumed);
    }

    protected void handleOnStart() {}

    protected void handleOnStop() {}

    protected void handleOnDestroy() {}
}
