package com.getcapacitor;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** A call of a page, and its answer. */
public class PluginCall {
    private final Map<String, String> options;
    private final CompletableFuture<String> answer = new CompletableFuture<>();

    public PluginCall(Map<String, String> options) { this.options = options; }

    public String getString(String name) { return options.get(name); }

    public String getString(String name, String fallback) { return options.getOrDefault(name, fallback); }

    public Double getDouble(String name, Double fallback) {
        return options.containsKey(name) ? Double.valueOf(options.get(name)) : fallback;
    }

    public void resolve() { answer.complete("{}"); }

    public void resolve(JSObject data) { answer.complete(data.toString()); }

    public void reject(String message) { answer.complete("rejected: " + message); }

    public void reject(String message, Exception cause) { reject(message); }

    public String answer() throws InterruptedException, ExecutionException { return answer.get(); }
}
