package signet.bundles;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executors;

/** Serves the files of a bundle to a browser: through a responder that has served nothing yet, and as they are. */
final class PageServer implements HttpHandler {
    private final File root;
    private final Publisher publisher = new Publisher();
    private final Map<String, BundleResponder> responders = new HashMap<>();

    private PageServer(File work, File site) throws Exception {
        root = new File(work, "page");
        BundleDriver.remove(root);
        Map<String, byte[]> files = new TreeMap<>();
        collect(site, "", files);
        publisher.offer("1.5.0", "2.0.0", null, Publisher.archive(files));
        BundleStore store = store();
        Publisher.updater(store, publisher, publisher).build().updateBlocking();
        try (StartedBundle started = store.startBlocking()) {
            started.confirmBlocking();
        }
    }

    /** Prints the port, and serves until standard input ends. */
    static void run(File work, File site) throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 0);
        server.createContext("/", new PageServer(work, site));
        server.setExecutor(Executors.newFixedThreadPool(8));
        server.start();
        System.out.println(server.getAddress().getPort());
        while (System.in.read() >= 0) continue;
    }

    private BundleStore store() throws Exception {
        return publisher.store(root, ResponderTests.embedded(Publisher.files("1.4.0")), "2.1.0").build();
    }

    private static void collect(File folder, String above, Map<String, byte[]> files) throws IOException {
        for (File file : folder.listFiles()) {
            if (file.isDirectory()) collect(file, above + file.getName() + "/", files);
            else files.put(above + file.getName(), BundleDriver.read(file));
        }
    }

    /** A store of its own for each load: what another one has read is not in its memory. */
    private synchronized BundleResponder responder(String load) throws IOException {
        BundleResponder known = responders.get(load);
        if (known != null) return known;
        try {
            known = new BundleResponder(store().startBlocking(), "served/" + load);
        } catch (Exception e) {
            throw new IOException(e);
        }
        responders.put(load, known);
        return known;
    }

    /** Answers {@code /served/LOAD/v1.5.0/FILE} and {@code /plain/LOAD/v1.5.0/FILE}. */
    @Override public void handle(HttpExchange exchange) throws IOException {
        String[] parts = exchange.getRequestURI().getRawPath().substring(1).split("/", 3);
        if (parts[0].equals("served")) {
            BundleResponse response = responder(parts[1]).respond(
                exchange.getRequestMethod(), String.join("/", parts), new HashMap<String, String>());
            for (Map.Entry<String, String> field : response.headers().entrySet()) {
                exchange.getResponseHeaders().set(field.getKey(), field.getValue());
            }
            send(exchange, response.status(), Long.parseLong(response.headers().get("content-length")),
                response.bodyForWebView());
            return;
        }
        File file = new File(root, parts[2]);
        exchange.getResponseHeaders().set("content-type", MediaType.of(file.getName()));
        exchange.getResponseHeaders().set("cache-control", "no-store");
        send(exchange, 200, file.length(), new FileInputStream(file));
    }

    private static void send(HttpExchange exchange, int status, long size, InputStream body) throws IOException {
        exchange.sendResponseHeaders(status, size == 0 ? -1 : size);
        try (InputStream input = body; OutputStream output = exchange.getResponseBody()) {
            byte[] piece = new byte[BundleLimits.PIECE_BYTES];
            int count;
            while ((count = input.read(piece)) >= 0) output.write(piece, 0, count);
        }
    }
}
