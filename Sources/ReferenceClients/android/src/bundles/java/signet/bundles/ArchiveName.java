package signet.bundles;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import signet.Names;
import signet.Nullable;

// Own: what a name may be. java.util.zip takes any bytes for a name and repairs what is not UTF-8, and java.io.File
// follows "..". Proved by archives.py ("a way out", "a slash in overlong UTF-8", "a turn of direction").

/** The name of a file or folder in an archive: segments joined by {@code /}, and one more at a folder's end. */
final class ArchiveName {
    /** The name as in the archive. */
    final String spelling;
    /** What is between the slashes. */
    final List<String> segments;
    final boolean isFolder;

    private ArchiveName(String spelling, List<String> segments, boolean isFolder) {
        this.spelling = spelling;
        this.segments = segments;
        this.isFolder = isFolder;
    }

    /** Checks a name in any bytes. */
    static ArchiveName of(byte[] bytes) throws ArchiveException.Defect {
        String spelling = decode(bytes);
        if (spelling == null) throw new ArchiveException.Defect("the name is not UTF-8");
        if (bytes.length == 0) throw new ArchiveException.Defect("an entry has no name");
        if (bytes.length > BundleLimits.NAME_BYTES) {
            throw new ArchiveException.Defect("the name has more than " + BundleLimits.NAME_BYTES + " bytes");
        }
        if (bytes[0] == '/') throw new ArchiveException.Defect("the name is absolute");
        for (int i = 0; i < spelling.length(); i += Character.charCount(spelling.codePointAt(i))) {
            int scalar = spelling.codePointAt(i);
            if (scalar == '\\') throw new ArchiveException.Defect("the name has a backslash");
            // A drive or an alternate stream on Windows; a slash to the Finder.
            if (scalar == ':') throw new ArchiveException.Defect("the name has a colon");
            if (isControl(scalar)) throw new ArchiveException.Defect("the name has a control character");
        }
        boolean isFolder = spelling.endsWith("/");
        String path = isFolder ? spelling.substring(0, spelling.length() - 1) : spelling;
        List<String> segments = Names.split(path, '/');
        for (String segment : segments) {
            if (segment.isEmpty()) throw new ArchiveException.Defect("the name has an empty part");
            if (segment.getBytes(StandardCharsets.UTF_8).length > BundleLimits.SEGMENT_BYTES) {
                throw new ArchiveException.Defect(
                    "a part of the name has more than " + BundleLimits.SEGMENT_BYTES + " bytes");
            }
            if (segment.equals(".") || segment.equals("..")) {
                throw new ArchiveException.Defect("the name has a part \".\" or \"..\"");
            }
        }
        if (segments.size() > BundleLimits.DEPTH) {
            throw new ArchiveException.Defect("the name has more than " + BundleLimits.DEPTH + " parts");
        }
        return new ArchiveName(spelling, Collections.unmodifiableList(segments), isFolder);
    }

    /** The text of well-formed UTF-8; null for any other bytes. */
    @Nullable static String decode(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8.newDecoder().onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT).decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException e) {
            return null;
        }
    }

    /**
     * Whether a scalar ends lines, changes the writing direction or is a control character: in a name, these only
     * serve to disguise it.
     */
    static boolean isControl(int scalar) {
        switch (Character.getType(scalar)) {
            case Character.CONTROL:
            case Character.LINE_SEPARATOR:
            case Character.PARAGRAPH_SEPARATOR: return true;
            default: break;
        }
        // Bidi_Control, which no class of the platform knows in API 23.
        return scalar == 0x061C || scalar == 0x200E || scalar == 0x200F || (scalar >= 0x202A && scalar <= 0x202E)
            || (scalar >= 0x2066 && scalar <= 0x2069);
    }

    /** The text of any name, fit to be shown: what is not UTF-8 or is invisible becomes U+FFFD. */
    static String shown(byte[] name) {
        byte[] start = Arrays.copyOf(name, Math.min(name.length, BundleLimits.NAME_BYTES));
        String text = decode(start);
        if (text == null) {
            // Each byte one character; no letter but ASCII is left.
            text = new String(start, StandardCharsets.ISO_8859_1).replaceAll("[\\x80-\\xFF]", "\uFFFD");
        }
        StringBuilder shown = new StringBuilder();
        for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
            int scalar = text.codePointAt(i);
            shown.appendCodePoint(isControl(scalar) ? 0xFFFD : scalar);
        }
        return shown.toString();
    }
}
