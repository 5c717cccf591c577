package signet;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

// Own: the place of an installation, which must be the same in every language. Proved by shares.json.

/** A part of all installations that grows in steps. */
public final class RolloutShare {
    /** What is rolled out; an installation has another place in each, so that not the same are first in both. */
    static final String GATES = "gate";
    public static final String BUNDLES = "bundle";

    private static final double HUNDREDTHS = 100;
    private static final int ALL = 10_000;

    private final String salt;
    private final List<Long> starts = new ArrayList<>();
    private final List<Integer> hundredths = new ArrayList<>();

    private RolloutShare(String salt) { this.salt = salt; }

    /** Reads {@code { "salt", "steps": [ [instant, percent], … ] }}; null for anything else. */
    @Nullable public static RolloutShare read(@Nullable JsonObject members) {
        Object salt = members == null ? null : members.value("salt");
        List<?> steps = members == null ? null : Json.asList(members.value("steps"));
        if (!Names.isId(salt) || steps == null || steps.isEmpty() || steps.size() > Limits.SHARE_STEPS) return null;
        RolloutShare share = new RolloutShare((String) salt);
        for (Object value : steps) {
            List<?> step = Json.asList(value);
            if (step == null || step.size() != 2 || !(step.get(1) instanceof Json.Number)) return null;
            if (!share.add(step.get(0), Double.parseDouble(((Json.Number) step.get(1)).spelling))) return null;
        }
        return share;
    }

    /** Adds a step; returns whether it is one, and later than those before it. */
    private boolean add(Object instant, double percent) {
        Long start = SignedDate.parseInstant(instant);
        // Most numbers are none of these, and a double is the same in all clients.
        if (start == null || !(percent >= 0 && percent <= ALL / HUNDREDTHS)) return false;
        long part = Math.round(percent * HUNDREDTHS);
        if (part / HUNDREDTHS != percent) return false;
        if (!starts.isEmpty() && starts.get(starts.size() - 1) >= start) return false;
        starts.add(start);
        hundredths.add((int) part);
        return true;
    }

    /** Whether an installation is in at a time, in seconds since 1970; one without an id never is. */
    public boolean includes(String kind, @Nullable String installId, long time) {
        int begun = 0;
        while (begun < starts.size() && starts.get(begun) <= time) begun++;
        return begun > 0 && Names.isInstallId(installId)
            && isIn(number(kind, salt, installId), hundredths.get(begun - 1));
    }

    /** The place of an installation among all, from 0 to 2³² − 1. */
    static long number(String kind, String salt, String installId) {
        byte[] hash = Bytes.sha256().digest((kind + ":" + salt + ":" + installId).getBytes(StandardCharsets.UTF_8));
        return (hash[0] & 255L) << 24 | (hash[1] & 255L) << 16 | (hash[2] & 255L) << 8 | (hash[3] & 255L);
    }

    static boolean isIn(long number, int hundredths) { return number * ALL < ((long) hundredths << 32); }
}
