package signet;

import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import signet.DocumentReader.DocumentException;
import signet.Verifier.VerificationException;

// Own: which document decides. Proved by sequences.json, sequences-rules.json and sequences-stores.json.

/** What is known about one document, and what follows from it; nothing here waits. */
final class Knowledge {
    private final GateBuilder configuration;
    private final Verifier verifier;
    final SeenTimes seen = new SeenTimes();
    Device device;
    /** The newest known manifest; nothing older is accepted. */
    @Nullable Verifier.Manifest newest;
    /** What decides; null while nothing is known. */
    @Nullable Standing standing;
    /** The document that the app embeds, if it is one. */
    @Nullable private Standing embedded;

    Knowledge(GateBuilder configuration, Verifier verifier) {
        this.configuration = configuration;
        this.verifier = verifier;
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
            throw VerificationException.notOfFormat(configuration.reader.format(), e);
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

    /** Whether there is a document with rules that are remembered. */
    boolean hasRules() { return standing != null && configuration.reader.goesByDate(); }

    /** Starts with the document that the app embeds. */
    void adoptEmbedded(Download document, long now) throws VerificationException {
        newest = verifier.verifyKept(document, configuration.path, null);
        embedded = standing(newest, Decision.Source.EMBEDDED);
        considerEmbedded(now);
    }

    /** Lets it decide, as long as there is no other: but it was never current on this device, and may be too old. */
    void considerEmbedded(long now) {
        if (embedded == null || newest != embedded.manifest) return;
        standing = isFrozen(newest, now) && blocksMore(embedded, null, now) ? null : embedded;
    }

    /** Accepts the stored document, unless it does not verify or what is known is newer. */
    void adoptStored(Download stored, long now) {
        try {
            Verifier.Manifest manifest = verifier.verifyKept(stored, configuration.path, newest);
            if (standing != null && standing.isFetched()) {
                // What was fetched without a date does not outrank what another gate has stored with one.
                if (manifest.date() == null) return;
                // Dates count within one key only.
                boolean isOfKey = manifest.key() == newest.key() && newest.date() != null;
                if (isOfKey && manifest.date().compareTo(newest.date()) <= 0) return;
            }
            Standing known = standing;
            newest = manifest;
            standing = null;
            standing = counted(standing(manifest, Decision.Source.STORED), known, now);
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
        if (!isKnown) standing = counted(arrived, standing, now);
    }

    /** What a newer document counts as: maintenance in the place of maintenance that was fetched is as current. */
    private Standing counted(Standing arrived, @Nullable Standing known, long now) {
        if (arrived.isFetched() || known == null || !known.isFetched() || !closes(known, now)) return arrived;
        Standing fetched = new Standing(arrived.manifest, arrived.rules, Decision.Source.FETCHED);
        return closes(fetched, now) ? fetched : arrived;
    }

    /** Whether a document closes the app, or a part of it. */
    private boolean closes(Standing standing, long now) {
        View view = view(standing, null);
        for (String scope : standing.rules.scopes()) {
            if (view.decide(scope, now).outcome() == Decision.Outcome.MAINTENANCE) return true;
        }
        return false;
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

    // Own: the earliest sight of a rule counts, whoever had it. Proved by sequences-rules.json ("grace counts from the
    // first time, …") and sequences-stores.json ("an earlier sight of another gate counts with the next document").
    /** When rules were first seen, in seconds since 1970, by their ids. */
    static final class SeenTimes {
        final Map<String, Long> times = new HashMap<>();
        /** What the store has of them, as far as is known. */
        private Map<String, Long> kept = Collections.emptyMap();

        boolean areKept() { return times.equals(kept); }

        /** Takes over what was seen earlier. */
        void merge(@Nullable byte[] file) {
            JsonObject object = JsonObject.ofKept(file);
            kept = new HashMap<>();
            for (String id : object.names()) {
                Long instant = SignedDate.parseInstant(object.value(id));
                if (instant == null || !Names.isId(id)) continue;
                kept.put(id, instant);
                Long known = times.get(id);
                if (known == null || known > instant) times.put(id, instant);
            }
        }

        /** The file to keep. */
        byte[] content() {
            Map<String, String> members = new LinkedHashMap<>();
            for (Map.Entry<String, Long> entry : times.entrySet()) {
                members.put(entry.getKey(), "\"" + SignedDate.of(entry.getValue()) + "\"");
            }
            return JsonObject.file(members);
        }
    }
}
