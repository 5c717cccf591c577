package signet;

import java.util.Map;
import signet.Nullable;

/*
 * Own: which document decides. Proved by sequences.json, sequences-rules.json and sequences-stores.json.
 */

/** What is known about one document, and what follows from it; nothing here waits. */
final class Knowledge {
    private final GateBuilder configuration;
    private final Verifier verifier;
    Device device;
    /** The newest known manifest; nothing older is accepted. */
    @Nullable private Verifier.Manifest newest;
    /** What decides; null while nothing is known. */
    @Nullable private Standing standing;

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
    }

    /** A document that says something to this app. */
    private Standing standing(Verifier.Manifest manifest, Decision.Source source) throws DocumentException {
        return new Standing(manifest, manifest.document().rules(device.platform), source);
    }

    @Nullable Standing standing() { return standing; }

    Verifier.Manifest newest() { return newest; }

    /** What a document says, or none. */
    static Decision decide(
        GateBuilder configuration, @Nullable Standing standing, Device device, @Nullable Update.StoreVersion store,
        @Nullable String scope, long now, Map<String, Long> seen) {
        if (standing == null) return Decision.available();
        return standing.rules.decide(
            new Rules.Situation(device, standing.source, standing.manifest.date(), now).seen(seen).scope(scope)
                .store(store).storeUrl(configuration.storeUrl).maximumAge(configuration.maximumAgeSeconds));
    }

    /** Starts with the document that the app embeds. */
    void adoptEmbedded(Download embedded, long now, Map<String, Long> seen) throws VerificationException {
        Verifier.Manifest manifest = verifier.verifyKept(embedded, configuration.path, null);
        newest = manifest;
        try {
            standing = standing(manifest, Decision.Source.EMBEDDED);
        } catch (DocumentException e) {
            throw VerificationException.notOfFormat(verifier.format(), e);
        }
        // It was never current on this device.
        if (isFrozen(manifest, now) && blocksMore(standing, null, now, seen)) standing = null;
    }

    /** Accepts the stored document, unless it does not verify or what is known is newer. */
    void adoptStored(Download stored) {
        Verifier.Manifest manifest;
        try {
            manifest = verifier.verifyKept(stored, configuration.path, newest);
        } catch (VerificationException e) {
            return;
        }
        if (standing != null && standing.source == Decision.Source.FETCHED) {
            // What was fetched without a date does not outrank what another gate has stored with one.
            boolean isNewer = newest.date() == null
                || (manifest.date() != null && manifest.date().compareTo(newest.date()) > 0);
            if (manifest.date() == null || !isNewer) return;
        }
        newest = manifest;
        try {
            standing = standing(manifest, Decision.Source.STORED);
        } catch (DocumentException e) {
            standing = null;
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
    void accept(Download download, Decision.Source source, long now, Map<String, Long> seen)
        throws VerificationException {
        Verifier.Manifest manifest = verifier.verify(download, configuration.path, newest, now);
        Standing arrived;
        try {
            arrived = standing(manifest, source);
        } catch (DocumentException e) {
            throw VerificationException.notOfFormat(verifier.format(), e);
        }
        if (isFrozen(manifest, now) && blocksMore(arrived, standing, now, seen)) {
            throw new VerificationException(
                "frozen", "it would newly block this device, and the signed date " + manifest.date().headerValue()
                    + " is too old for that");
        }
        newest = manifest;
        // What was fetched in this session stays so.
        boolean isKnown = source != Decision.Source.FETCHED && standing != null
            && standing.source == Decision.Source.FETCHED && standing.manifest.key() == manifest.key()
            && standing.manifest.date() != null && standing.manifest.date().compareTo(manifest.date()) == 0;
        if (!isKnown) standing = arrived;
    }

    /** Whether the app, or a part of it, is blocked that another document does not block. */
    private boolean blocksMore(
        Standing standing, @Nullable Standing other, long now, Map<String, Long> seen) {
        for (String scope : standing.rules.scopes()) {
            if (!decide(configuration, standing, device, null, scope, now, seen).isBlocked()) continue;
            if (!decide(configuration, other, device, null, scope, now, seen).isBlocked()) return true;
        }
        return false;
    }

    private boolean isFrozen(Verifier.Manifest manifest, long now) {
        if (configuration.maximumAgeSeconds == null || manifest.date() == null) return false;
        return now / 1_000.0 - manifest.date().seconds() > configuration.maximumAgeSeconds;
    }
}
