package signet.bundles;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import signet.Device;
import signet.DocumentReader;
import signet.JsonObject;
import signet.Nullable;
import signet.Rules;

/** Reads {@code builds/index.json}, which names every web bundle of an environment. */
final class BundleIndex implements DocumentReader {
    /** Its path in every tree, which its {@code .jws} is signed for. */
    static final String PATH = "builds/index.json";

    @Override public String format() { return "web-bundle-index"; }

    @Override public boolean goesByDate() { return false; }

    @Override public Content read(byte[] body) throws DocumentException { return new Content(JsonObject.ofBody(body)); }

    /** What an index says; unknown members are ignored. */
    static final class Content implements DocumentReader.Document {
        /** What is offered on Android, to everybody or to some devices. */
        final List<WebBundle> offered = new ArrayList<>();
        /** The versions that clients must stop using. */
        final List<SemanticVersion> withdrawn;
        /** The versions that only clients which have confirmed them may go on using. */
        final List<SemanticVersion> halted;

        private Content(JsonObject body) throws DocumentException {
            Set<SemanticVersion> versions = new HashSet<>();
            offer(body, "bundles", versions);
            if (body.has("offers")) offer(body, "offers", versions);
            withdrawn = versions(body, "withdrawn", versions);
            halted = body.has("halted") ? versions(body, "halted", versions) : new ArrayList<SemanticVersion>();
            if (body.has("retired")) versions(body, "retired", versions);
        }

        private void offer(JsonObject body, String name, Set<SemanticVersion> versions) throws DocumentException {
            for (JsonObject entry : body.objects(name, BundleLimits.VERSIONS)) {
                add(WebBundle.version(entry), versions);
                boolean isRestricted = name.equals("offers");
                if (isRestricted) entry.object("when");
                if (WebBundle.isForAndroid(entry)) offered.add(new WebBundle(entry, isRestricted));
            }
        }

        /** What it offers of that version; null when it offers none. */
        @Nullable WebBundle offer(SemanticVersion version) {
            for (WebBundle bundle : offered) {
                if (bundle.version.equals(version)) return bundle;
            }
            return null;
        }

        private static List<SemanticVersion> versions(JsonObject body, String name, Set<SemanticVersion> all)
            throws DocumentException {
            List<SemanticVersion> versions = new ArrayList<>();
            for (String spelling : body.strings(name, BundleLimits.VERSIONS)) {
                SemanticVersion version = SemanticVersion.parse(spelling);
                if (version == null) throw new DocumentException("\"" + spelling + "\" is not the version of a bundle");
                versions.add(version);
                add(version, all);
            }
            return versions;
        }

        private static void add(SemanticVersion version, Set<SemanticVersion> all) throws DocumentException {
            if (!all.add(version)) throw new DocumentException("a version appears twice");
            if (all.size() > BundleLimits.VERSIONS) {
                throw new DocumentException("more than " + BundleLimits.VERSIONS + " versions");
            }
        }

        @Override public Rules rules(Device.Platform platform) throws DocumentException {
            throw new DocumentException("an index of web bundles has no rules for a gate");
        }
    }
}
