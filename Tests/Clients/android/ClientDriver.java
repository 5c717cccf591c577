package signet;

import java.io.File;

/**
 * What no vector can say of the client for Android. Run on a JDK, not on a device.
 *
 * <pre>
 * ClientDriver mutations SEED COUNT         damaged documents and downloads; nothing but what is documented may be thrown
 * ClientDriver jws                          a .jws of which each byte was changed
 * ClientDriver stress FOLDER                a gate with a network and a store that do what they should not
 * ClientDriver slow | dots                  servers that want to cost an app what they can
 * ClientDriver races FOLDER ROUNDS COUNT    two gates over one folder, in so many processes
 * </pre>
 */
public final class ClientDriver {
    private ClientDriver() {}

    public static void main(String[] words) throws Exception {
        switch (words[0]) {
            case "mutations":
                Mutations.rings();
                Mutations.run(Long.parseLong(words[1]), Integer.parseInt(words[2]));
                break;
            case "jws": Mutations.jws(); break;
            case "stress":
                GateStress.run();
                GateStress.files(new File(words[1]));
                Deadlines.run();
                Foreground.run();
                Threads.run(new File(words[1]));
                break;
            case "slow": SlowServer.run(); break;
            case "dots": SlowServer.dots(); break;
            case "races": Races.run(new File(words[1]), Integer.parseInt(words[2]), Integer.parseInt(words[3])); break;
            case "racer": Races.act(new File(words[1])); break;
            default: throw new IllegalArgumentException(words[0]);
        }
        VectorDriver.end();
    }
}
