package signet.bundles;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.text.SimpleDateFormat;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;
import java.util.TreeMap;
import signet.DocumentReader.DocumentException;
import signet.JsonObject;
import signet.Version;

/** Plays {@code offers.json}: which bundle a device starts, and which one it downloads. */
final class OffersTests {
    private OffersTests() {}

    static void run(File vectors) throws Exception {
        JsonObject file = JsonObject.ofBody(BundleDriver.read(vectors));
        List<JsonObject> cases = file.objects("cases", 1_000);
        for (JsonObject each : cases) {
            String body = file.object("documents").string(each.string("index"));
            // What is said of one platform holds for the other.
            if (each.object("device").string("platform").equals("ios")) body = exchanged(body);
            JsonObject expected = each.object("verdict");
            Map<String, String> members = new TreeMap<>();
            for (String name : expected.names()) {
                members.put(name, expected.isString(name) ? expected.string(name) : "" + expected.truth(name));
            }
            BundleDriver.expect(each.string("name"), members, verdict(each, body));
        }
        System.out.println(cases.size() + " offers");
    }

    private static String exchanged(String body) {
        return body.replace("\"ios\"", "\"-\"").replace("\"android\"", "\"ios\"").replace("\"-\"", "\"android\"");
    }

    private static Map<String, String> verdict(JsonObject vector, String body) throws Exception {
        BundleIndex.Content index;
        try {
            index = new BundleIndex().read(body.getBytes(StandardCharsets.UTF_8));
        } catch (DocumentException e) {
            return Collections.singletonMap("refused", "true");
        }
        List<StoredBundle> stored = new ArrayList<>();
        StoreState.Trial trial = null;
        for (JsonObject each : vector.objects("stored", 100)) {
            SemanticVersion version = WebBundle.version(each);
            Version maximum = each.has("max") ? each.version("max") : null;
            String is = each.string("is");
            if (is.equals("trial")) trial = new StoreState.Trial(version, 1, 0);
            // As the index has them, and other files, unless a case says which.
            String sha256 = each.has("sha256") ? each.string("sha256") : String.join("", Collections.nCopies(32, "ab"));
            String files = each.has("files") ? each.string("files") : String.join("", Collections.nCopies(32, "cd"));
            stored.add(
                new StoredBundle(version, sha256, files, each.version("min"), maximum, is.equals("confirmed")));
        }
        Map<SemanticVersion, Long> failed = new TreeMap<>();
        for (String each : vector.strings("failed", 100)) failed.put(SemanticVersion.parse(each), 0L);
        JsonObject device = vector.object("device");
        StoreState state = new StoreState(
            stored, null, null, trial, failed, Collections.<SemanticVersion>emptyList(),
            Collections.<SemanticVersion>emptyList(), null, null);
        state.obey(index);
        boolean isFetched = vector.truth("fetched");
        List<WebBundle> offers = new ArrayList<>();
        if (isFetched) {
            long time = IndexSession.stepTime(seconds(vector.string("signed")), seconds(vector.string("now")));
            offers = IndexSession.offers(index, device.optionalString("channel"), device.optionalString("install"), time);
        }
        Selection selection = new Selection(
            device.version("shell"), SemanticVersion.parse(vector.string("embedded")), offers, isFetched);
        Map<String, String> verdict = new TreeMap<>();
        verdict.put("start", selection.choice(state).toString());
        Selection.Offer offer = selection.offer(state);
        if (offer.install != null) verdict.put("download", offer.install.version.toString());
        else if (offer.needsNewerShell != null) verdict.put("needsShell", offer.needsNewerShell.minimumShell.toString());
        return verdict;
    }

    private static long seconds(String instant) throws Exception {
        SimpleDateFormat format = new SimpleDateFormat("yyyy-MM-dd'T'HH:mm:ss'Z'", Locale.ROOT);
        format.setTimeZone(TimeZone.getTimeZone("UTC"));
        return format.parse(instant).getTime() / 1_000;
    }
}
