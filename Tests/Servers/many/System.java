import java.io.ByteArrayOutputStream;
import java.io.PrintStream;

/** What a program beside this class means by System: its words are kept, and its end is that of one run. */
final class System {
    static final class Exit extends Error {
        final int status;

        Exit(int status) {
            this.status = status;
        }
    }

    static final ByteArrayOutputStream output = new ByteArrayOutputStream();
    static final ByteArrayOutputStream errors = new ByteArrayOutputStream();
    static final PrintStream out = new PrintStream(output, true);
    static final PrintStream err = new PrintStream(errors, true);

    static void exit(int status) {
        throw new Exit(status);
    }
}
