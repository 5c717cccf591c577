package signet.classic;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import signet.Device.Platform;
import signet.DocumentReader.DocumentException;
import signet.DocumentReader;
import signet.DocumentReader.GateDocument;

/** What deployed apps read, for apps that go on reading it: each format is turned into rules for the same gate. */
public final class Classic {
    /** A reader of each format, so that a refusal can name the one that came ({@code GateBuilder.knownFormats}). */
    public static final List<DocumentReader> READERS = Collections.unmodifiableList(Arrays.asList(
        new Availability(Platform.IOS), new Availability(Platform.ANDROID), new AppConfig(),
        new EnvironmentConfig(null), new RemoteConfig(Platform.IOS), new RemoteConfig(Platform.ANDROID),
        GateDocument.IOS, GateDocument.ANDROID));

    private Classic() {}

    static void expect(Platform expected, Platform platform) throws DocumentException {
        if (expected == platform) return;
        throw new DocumentException("it is for " + expected.code() + ", not " + platform.code());
    }
}
