package signet;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import signet.Verifier.VerificationException;

/** Servers that want to cost an app what they can. */
final class SlowServer {
    private SlowServer() {}

    private static final int CHECKS = 8;

    /** One that sends a byte of a header now and then, so that no read ever takes too long. */
    static void run() throws Exception {
        final ServerSocket server = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
        final AtomicInteger open = new AtomicInteger();
        final AtomicInteger opened = new AtomicInteger();
        Thread accepting = new Thread() {
            @Override public void run() {
                while (true) {
                    try {
                        final Socket socket = server.accept();
                        open.incrementAndGet();
                        opened.incrementAndGet();
                        new Thread("server") {
                            @Override public void run() {
                                drip(socket);
                                open.decrementAndGet();
                            }
                        }.start();
                    } catch (IOException e) {
                        return;
                    }
                }
            }
        };
        accepting.start();
        Gate gate = Mutations.gate(Mutations.RING, "http://127.0.0.1:" + server.getLocalPort())
            .requestLimit(500, TimeUnit.MILLISECONDS).checkLimit(60, TimeUnit.SECONDS)
            .attempts(1, 0, 0, TimeUnit.SECONDS).build();
        for (int i = 0; i < CHECKS; i++) {
            gate.checkBlocking();
            String code = gate.lastFailure() == null ? null : gate.lastFailure().code();
            if (!"transport".equals(code)) VectorDriver.fail("slow server", "transport", code);
        }
        if (opened.get() < CHECKS) VectorDriver.fail("slow server", CHECKS + " sockets", opened.get());
        // However busy this machine is; without an end they would stay for ever.
        for (int i = 0; i < 600 && (open.get() > 0 || alive() > 0); i++) Thread.sleep(100);
        if (open.get() > 0) VectorDriver.fail("slow server", "no socket is left", open.get());
        if (alive() > 0) VectorDriver.fail("slow server", "no thread is left", alive());
        server.close();
        System.out.println(CHECKS + " checks of a slow server");
    }

    private static int alive() {
        int count = 0;
        for (Thread thread : Thread.getAllStackTraces().keySet()) if (thread.getName().startsWith("signet-")) count++;
        return count;
    }

    private static void drip(Socket socket) {
        try {
            OutputStream output = socket.getOutputStream();
            output.write("HTTP/1.1 200 OK\r\nx: ".getBytes(StandardCharsets.US_ASCII));
            while (true) {
                output.write('a');
                output.flush();
                Thread.sleep(200);
            }
        } catch (IOException | InterruptedException e) {
            try {
                socket.close();
            } catch (IOException again) {
                throw new IllegalStateException(again);
            }
        }
    }

    /** A file that is nothing but parts costs no more memory than it has bytes. */
    static void dots() throws Exception {
        byte[] file = new byte[1_400_000];
        for (int i = 0; i < file.length; i++) file[i] = (byte) (i % 2 == 0 ? 'a' : '.');
        Verifier verifier = Mutations.verifier(Mutations.RING);
        for (int length : new int[] {file.length, file.length - 1, 5, 4, 3, 2, 1, 0}) {
            try {
                verifier.verify(Download.ofJws(Arrays.copyOf(file, length)), "gate/android.json", null, 0);
                VectorDriver.fail("dots", "a refusal", "none");
            } catch (VerificationException e) {
                System.out.println(length + " bytes of dots");
            }
        }
    }
}
