package signet.bundles;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import signet.DocumentReader.DocumentException;
import signet.JsonObject;
import signet.Names;
import signet.Nullable;
import signet.Version;

// Own: the form of state.json. A member that is not known makes it a damaged one, and a damaged state is an empty one:
// the embedded bundle is shown. Proved by the driver's "store" ("damaged").

/** The state of a store as the bytes of {@code state.json}. */
final class StateFile {
    private static final List<String> MEMBERS =
        Arrays.asList("app", "bundles", "current", "previous", "trial", "failed", "halted", "withdrawn", "install");

    private StateFile() {}

    /** Reads a stored state; null when it is damaged or not ours. */
    @Nullable static StoreState read(byte[] bytes) {
        try {
            JsonObject object = JsonObject.ofBody(bytes);
            if (!MEMBERS.containsAll(object.names())) return null;
            List<StoredBundle> bundles = new ArrayList<>();
            for (JsonObject each : object.objects("bundles", BundleLimits.VERSIONS)) bundles.add(bundle(each));
            Map<SemanticVersion, Long> failed = new TreeMap<>();
            for (JsonObject each : object.objects("failed", BundleLimits.VERSIONS)) {
                failed.put(version(each, "version"), count(each, "since"));
            }
            List<SemanticVersion> halted = versions(object, "halted");
            List<SemanticVersion> withdrawn = versions(object, "withdrawn");
            Set<SemanticVersion> versions = new HashSet<>();
            for (StoredBundle bundle : bundles) {
                if (!versions.add(bundle.version)) throw new DocumentException("a version appears twice");
            }
            String app = object.optionalString("app");
            String installId = object.optionalString("install");
            if (installId != null && !Names.isInstallId(installId)) throw new DocumentException("not an install id");
            return new StoreState(
                bundles, name(object, "current"), name(object, "previous"), trial(object), failed,
                halted, withdrawn, installId, app);
        } catch (DocumentException e) {
            return null;
        }
    }

    private static List<SemanticVersion> versions(JsonObject object, String name) throws DocumentException {
        List<SemanticVersion> versions = new ArrayList<>();
        for (String each : object.strings(name, BundleLimits.VERSIONS)) versions.add(version(each));
        return versions;
    }

    private static StoredBundle bundle(JsonObject object) throws DocumentException {
        Version maximum = object.has("maxShellVersion") ? object.version("maxShellVersion") : null;
        return new StoredBundle(
            version(object, "version"), digest(object, "sha256"), digest(object, "files"),
            object.version("minShellVersion"), maximum, object.truth("confirmed"));
    }

    private static String digest(JsonObject object, String name) throws DocumentException {
        String digest = object.string(name);
        if (!StoredBundle.isSHA256(digest)) throw new DocumentException("\"" + name + "\" is not a digest");
        return digest;
    }

    @Nullable private static StoreState.Trial trial(JsonObject object) throws DocumentException {
        if (!object.has("trial")) return null;
        JsonObject trial = object.object("trial");
        return new StoreState.Trial(version(trial, "version"), count(trial, "starts"), count(trial, "since"));
    }

    private static long count(JsonObject object, String name) throws DocumentException {
        Long count = object.integer(name);
        if (count == null || count < 0) throw new DocumentException("\"" + name + "\" is not a count");
        return count;
    }

    private static SemanticVersion version(JsonObject object, String name) throws DocumentException {
        return version(object.string(name));
    }

    private static SemanticVersion version(String spelling) throws DocumentException {
        SemanticVersion version = SemanticVersion.parse(spelling);
        if (version == null) throw new DocumentException("\"" + spelling + "\" is not the version of a bundle");
        return version;
    }

    @Nullable private static BundleVersion name(JsonObject object, String name) throws DocumentException {
        if (!object.has(name)) return null;
        BundleVersion version = BundleVersion.parse(object.string(name));
        if (version == null) throw new DocumentException("not the name of a bundle");
        return version;
    }

    /** The bytes of a state; all its texts are versions, digests and names without anything to escape. */
    static byte[] write(StoreState state) {
        StringBuilder text = new StringBuilder("{\n  \"bundles\": [");
        String separator = "\n";
        for (StoredBundle bundle : state.bundles()) {
            text.append(separator).append("    { \"version\": \"").append(bundle.version).append("\", \"sha256\": \"")
                .append(bundle.sha256).append("\", \"files\": \"").append(bundle.files).append("\", \"minShellVersion\": \"").append(bundle.minimumShell);
            if (bundle.maximumShell != null) text.append("\", \"maxShellVersion\": \"").append(bundle.maximumShell);
            text.append("\", \"confirmed\": ").append(bundle.isConfirmed).append(" }");
            separator = ",\n";
        }
        text.append(" ],\n");
        if (state.app() != null) text.append("  \"app\": \"").append(state.app()).append("\",\n");
        if (state.current() != null) text.append("  \"current\": \"").append(state.current()).append("\",\n");
        if (state.previous() != null) text.append("  \"previous\": \"").append(state.previous()).append("\",\n");
        StoreState.Trial trial = state.trial();
        if (trial != null) {
            text.append("  \"trial\": { \"version\": \"").append(trial.version).append("\", \"starts\": ")
                .append(trial.starts).append(", \"since\": ").append(trial.since).append(" },\n");
        }
        text.append("  \"failed\": [");
        separator = "\n";
        for (Map.Entry<SemanticVersion, Long> failed : state.failed().entrySet()) {
            text.append(separator).append("    { \"version\": \"").append(failed.getKey()).append("\", \"since\": ")
                .append(failed.getValue()).append(" }");
            separator = ",\n";
        }
        text.append(" ],\n  \"halted\": ");
        append(text, state.halted());
        text.append(",\n  \"withdrawn\": ");
        append(text, state.withdrawn());
        if (state.installId != null) text.append(",\n  \"install\": \"").append(state.installId).append('"');
        return text.append("\n}\n").toString().getBytes(StandardCharsets.UTF_8);
    }

    private static void append(StringBuilder text, List<SemanticVersion> versions) {
        String separator = "[";
        for (SemanticVersion version : versions) {
            text.append(separator).append('"').append(version).append('"');
            separator = ", ";
        }
        text.append(versions.isEmpty() ? "[]" : "]");
    }
}
