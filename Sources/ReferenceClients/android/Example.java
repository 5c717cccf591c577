import java.io.File;
import java.util.Collections;
import signet.Signet;

/** What an app does at start; ProductionKeyRing is what `signet keys export --java --environment production` writes. */
public final class Example {
    public static void main(String[] words) throws Exception {
        Signet.KeyRing keys = Signet.KeyRing.parse(ProductionKeyRing.JSON);
        Signet.Verifier verifier =
            new Signet.Verifier(keys, "production", Signet.Format.AVAILABILITY_ANDROID, Signet.Profile.DATED);
        Signet.Configuration configuration =
            new Signet.Configuration(words[0], "distribution/availability-android", Signet.Envelope.JWS, verifier);
        Signet.Device device =
            Signet.Device.android(25).app("2.9.0").build(7).languages(Collections.singletonList("cy-GB")).build();
        Signet.Store store = new Signet.FileStore(new File(words[1]));
        Signet.Gate gate = new Signet.Gate(configuration, device, new Signet.UrlTransport(), store);
        Signet.Decision decision = gate.check();
        System.out.println(decision.outcome() + " " + decision.source() + " " + gate.lastFailure());
        if (decision.update() != null) System.out.println(decision.update().description());
    }
}
