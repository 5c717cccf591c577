import java.io.File;
import java.util.Collections;
import signet.Decision;
import signet.Device;
import signet.Gate;

/** What an app does at start; ProductionKeyRing is what `signet keys export --java --environment production` writes. */
public final class Example {
    public static void main(String[] words) {
        Gate gate = Gate.builder(ProductionKeyRing.JSON).environment("production")
            .origin(words[0]).document("gate/android.json").folder(new File(words[1]))
            .device(Device.android(25).app("2.9.0").build(7).languages(Collections.singletonList("cy-GB")).build())
            .build();
        Decision decision = gate.checkBlocking();
        System.out.println(decision.outcome() + " " + decision.source() + " " + gate.lastFailure());
        if (decision.update() != null) System.out.println(decision.update().description());
    }
}
