package signet.bundles;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

/** A server that says anything. What it does is in the path of the request, and in how often it was asked for that. */
final class HostileServer implements Runnable {
    static final int SIZE = 300_000;
    private static final int PIECE = 120_000;
    /** Longer than any test waits for it. */
    static final long SILENCE_MILLIS = 120_000;

    final byte[] body = new byte[SIZE];
    private final byte[] evil = new byte[SIZE + 10_000];
    final List<String> requests = Collections.synchronizedList(new ArrayList<String>());
    private final ServerSocket socket;
    private final AtomicInteger count = new AtomicInteger();

    HostileServer() throws IOException {
        new Random(8).nextBytes(body);
        new Random(9).nextBytes(evil);
        socket = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
        Thread thread = new Thread(this);
        thread.setDaemon(true);
        thread.start();
    }

    String origin() { return "http://127.0.0.1:" + socket.getLocalPort(); }

    /** Begins to count anew. */
    void reset() {
        requests.clear();
        count.set(0);
    }

    @Override public void run() {
        while (true) {
            try {
                final Socket client = socket.accept();
                Thread thread = new Thread(new Runnable() {
                    @Override public void run() { serve(client); }
                });
                thread.setDaemon(true);
                thread.start();
            } catch (IOException e) {
                return;
            }
        }
    }

    private void serve(Socket client) {
        try (Socket connection = client) {
            BufferedReader lines =
                new BufferedReader(new InputStreamReader(connection.getInputStream(), StandardCharsets.ISO_8859_1));
            String path = lines.readLine().split(" ")[1];
            String range = null;
            String match = null;
            for (String line = lines.readLine(); line != null && !line.isEmpty(); line = lines.readLine()) {
                if (line.startsWith("Range: ")) range = line.substring(7);
                if (line.startsWith("If-Match: ")) match = line.substring(10);
            }
            requests.add((range == null ? "all" : range) + (match == null ? "" : " " + match));
            int from = range == null ? 0 : Integer.parseInt(range.substring(6, range.length() - 1));
            answer(path.substring(1), count.incrementAndGet(), from, connection.getOutputStream());
        } catch (IOException | RuntimeException e) {
            // The client has had enough.
            return;
        }
    }

    private static void head(OutputStream output, String... lines) throws IOException {
        StringBuilder text = new StringBuilder();
        for (String line : lines) {
            if (line != null) text.append(line).append("\r\n");
        }
        output.write(text.append("Connection: close\r\n\r\n").toString().getBytes(StandardCharsets.ISO_8859_1));
        output.flush();
    }

    private static String ok(int from) { return from == 0 ? "HTTP/1.1 200 OK" : "HTTP/1.1 206 Partial Content"; }

    private static String range(int from) {
        return from == 0 ? null : "Content-Range: bytes " + from + "-" + (SIZE - 1) + "/" + SIZE;
    }

    /** The rest from there, or what there is of it in one answer. */
    private void rest(OutputStream output, int from, int limit, String tag) throws IOException {
        head(output, ok(from), range(from), "Content-Length: " + (SIZE - from), tag == null ? null : "ETag: " + tag);
        output.write(body, from, Math.min(limit, SIZE - from));
        output.flush();
    }

    private void answer(String path, int number, int from, OutputStream output) throws IOException {
        String[] words = path.split("/");
        String value = words.length > 1 ? words[1] : "";
        switch (words[0]) {
            case "whole": rest(output, from, SIZE, "\"a\""); return;
            case "moved": head(output, "HTTP/1.1 302 Found", "Location: /whole"); return;
            case "away": head(output, "HTTP/1.1 302 Found", "Location: http://localhost:1/whole"); return;
            case "round": head(output, "HTTP/1.1 302 Found", "Location: /round"); return;
            case "packed":
                head(output, "HTTP/1.1 200 OK", "Content-Encoding: gzip", "Content-Length: " + SIZE);
                output.write(body);
                return;
            case "status":
                if (number <= 2) head(output, "HTTP/1.1 " + value + " Something", "Content-Length: 0");
                else rest(output, from, SIZE, "\"a\"");
                return;
            case "cut": rest(output, from, PIECE, "\"a\""); return;
            case "cut-weak": rest(output, from, PIECE, "W/\"a\""); return;
            case "cut-untagged": rest(output, from, number < 3 ? PIECE : SIZE, null); return;
            case "slow":
                head(output, "HTTP/1.1 200 OK", "Content-Length: " + SIZE);
                // Slowly, but never silent for as long as is allowed.
                for (int at = 0; at < SIZE; at += 50_000) {
                    sleep(1_000);
                    output.write(body, at, 50_000);
                    output.flush();
                }
                return;
            case "silent":
                if (number > 2) {
                    rest(output, from, SIZE, "\"a\"");
                    return;
                }
                rest(output, from, PIECE, "\"a\"");
                sleep(SILENCE_MILLIS);
                return;
            case "silent-head": sleep(SILENCE_MILLIS); return;
            case "dripping-head":
                output.write("HTTP/1.1 200 OK\r\nX: ".getBytes(StandardCharsets.ISO_8859_1));
                for (int i = 0; i < SILENCE_MILLIS / 20; i++) {
                    output.write('a');
                    output.flush();
                    sleep(20);
                }
                return;
            // The first time what can be continued, then something else.
            default:
                if (number == 1) rest(output, 0, PIECE, "\"a\"");
                else second(words[0], text(value), from, output);
        }
    }

    private static String text(String hex) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < hex.length(); i += 2) text.append((char) Integer.parseInt(hex.substring(i, i + 2), 16));
        return text.toString();
    }

    private void second(String kind, String value, int from, OutputStream output) throws IOException {
        if (from == 0 && !kind.equals("always-200-cut")) {
            rest(output, 0, SIZE, "\"b\"");
            return;
        }
        String length = "Content-Length: " + (SIZE - from);
        switch (kind) {
            case "range":
                head(output, ok(from), value.isEmpty() ? null : "Content-Range: " + value, length, "ETag: \"a\"");
                output.write(evil, 0, SIZE - from);
                return;
            case "tag":
                head(output, ok(from), range(from), length, "ETag: " + value);
                output.write(evil, 0, SIZE - from);
                return;
            case "status-of-range":
                head(output, "HTTP/1.1 " + value + " Something", "Content-Range: bytes */1000", "Content-Length: 0");
                return;
            case "always-200": rest(output, 0, SIZE, "\"a\""); return;
            case "always-200-cut": rest(output, 0, PIECE, "\"a\""); return;
            case "longer":
                // Without a length, so that nothing but the limit ends it.
                head(output, ok(from), range(from), "ETag: \"a\"");
                output.write(body, from, SIZE - from);
                output.write(evil);
                return;
            case "evil":
                head(output, ok(from), range(from), length, "ETag: \"a\"");
                output.write(evil, 0, SIZE - from);
                return;
            default: throw new IllegalArgumentException(kind);
        }
    }

    static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
