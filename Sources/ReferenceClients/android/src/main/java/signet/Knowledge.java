package signet;

import java.util.HashMap;
import java.util.Map;

// Own: which document decides. Proved by sequences.json, sequences-rules.json and sequences-stores.json.

/** What is known about one document, and what follows from it; nothing here waits. */
final class Knowledge {
    private final GateBuilder configuration;
    private final Verifier verifier;
    private final SeenTimes seen;
    Device device;
    /** The newest known manifest; nothing older is accepted. */
    @Nullable Verifier.Manifest newest;
    /** What decides; null while nothing is known. */
    @Nullable Standing standing;

    Knowledge(GateBuilder configuration, Verifier verifier, SeenTimes seen) {
        this.configuration = configuration;
        this.verifier = verifier;
        this.seen = seen;
        device = configuration.device;
    }

    /** A manifest that decides. */
    static final class Standing {
        final Verifier.Manifest manifest;
        final Rules rules;
        final Decision.Source source;

        private Standing(Verifier.Manifest manifest, Rules rules, Decision.Source source) {
            this.manifest = manifest;
            this.rules = rules;
            this.source = source;
        }

        private boolean isFetched() { return source == Decision.Source.FETCHED; }
    }

    /** A document that says something to this app. */
    private Standing standing(Verifier.Manifest manifest, Decision.Source source) throws VerificationException {
        try {
            return new Standing(manifest, manifest.document().rules(device.platform), source);
        } catch (DocumentException | RuntimeException e) {
            throw VerificationException.notOfFormat(verifier.format(), e);
        }
    }

    /** What a document, or none, says of a part of the app by what was known at one moment. */
    interface View {
        Decision decide(@Nullable String scope, long now);
    }

    View view(@Nullable Standing standing, @Nullable Update.StoreVersion store) {
        if (standing == null) return (scope, now) -> Decision.available();
        Device asked = device;
        Map<String, Long> times = new HashMap<>(seen.times);
        return (scope, now) -> {
            Rules.Situation situation = new Rules.Situation(asked, standing.source, standing.manifest.date(), now);
            situation.seen = times;
            situation.scope = scope;
            situation.store = store;
            situation.storeUrl = configuration.storeUrl;
            situation.maximumAgeSeconds = configuration.maximumAgeSeconds;
            return standing.rules.decide(situation);
        };
    }

    /** Starts with the document that the app embeds. */
    void adoptEmbedded(Download embedded, long now) throws VerificationException {
        Verifier.Manifest manifest = verifier.verifyKept(embedded, configuration.path, null);
        newest = manifest;
        standing = standing(manifest, Decision.Source.EMBEDDED);
        // It was never current on this device.
        if (isFrozen(manifest, now) && blocksMore(standing, null, now)) standing = null;
    }

    /** Accepts the stored document, unless it does not verify or what is known is newer. */
    void adoptStored(Download stored) {
        try {
            Verifier.Manifest manifest = verifier.verifyKept(stored, configuration.path, newest);
            if (standing != null && standing.isFetched()) {
                // What was fetched without a date does not outrank what another gate has stored with one.
                if (manifest.date() == null) return;
                // Dates count within one key only.
                boolean isOfKey = manifest.key() == newest.key() && newest.date() != null;
                if (isOfKey && manifest.date().compareTo(newest.date()) <= 0) return;
            }
            newest = manifest;
            standing = null;
            standing = standing(manifest, Decision.Source.STORED);
        } catch (VerificationException e) {
            // What is known, if it is not the stored document that says nothing to this app, still decides.
        }
    }

    /** Whether what is known may replace what a store has: that does not verify, or nothing of it would go back. */
    boolean mayReplace(@Nullable Download stored) {
        Verifier.Manifest kept;
        try {
            kept = stored == null ? null : verifier.verifyKept(stored, configuration.path, null);
        } catch (VerificationException e) {
            return true;
        }
        try {
            if (kept != null) verifier.verifyKept(newest.download(), configuration.path, kept);
            return true;
        } catch (VerificationException e) {
            return false;
        }
    }

    /** Accepts a document that has arrived. */
    void accept(Download download, Decision.Source source, long now) throws VerificationException {
        Verifier.Manifest manifest = verifier.verify(download, configuration.path, newest, now);
        Standing arrived = standing(manifest, source);
        if (isFrozen(manifest, now) && blocksMore(arrived, standing, now)) {
            throw new VerificationException(
                "frozen", "it would newly block this device, and the signed date " + manifest.date().headerValue()
                    + " is too old for that");
        }
        newest = manifest;
        // What was fetched in this session stays so.
        boolean isKnown = !arrived.isFetched() && standing != null && standing.isFetched()
            && standing.manifest.key() == manifest.key() && standing.manifest.date() != null
            && standing.manifest.date().compareTo(manifest.date()) == 0;
        if (!isKnown) standing = arrived;
    }

    /** Whether the app, or a part of it, is blocked that another document does not block. */
    private boolean blocksMore(Standing standing, @Nullable Standing other, long now) {
        View view = view(standing, null);
        View before = view(other, null);
        for (String scope : standing.rules.scopes()) {
            if (view.decide(scope, now).isBlocked() && !before.decide(scope, now).isBlocked()) return true;
        }
        return false;
    }

    private boolean isFrozen(Verifier.Manifest manifest, long now) {
        if (configuration.maximumAgeSeconds == null || manifest.date() == null) return false;
        return now / 1_000.0 - manifest.date().seconds() > configuration.maximumAgeSeconds;
    }
}
