package signet.bundles;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import signet.Nullable;

// Own: which names are the same. Some file systems ignore case, some equate composed and decomposed characters, and
// some ignore invisible ones: on those the later of two such entries would replace the earlier one. Proved by
// archives.py ("another case beyond ASCII", "a decomposed letter", "an invisible character").

/** The names of an archive's entries and of the folders above them, no two of which are the same on any file system. */
final class ArchiveNameSet {
    /** Default_Ignorable_Code_Point (Unicode, DerivedCoreProperties), from the first of each two to the second. */
    private static final int[] INVISIBLE = {
        0x00AD, 0x00AD, 0x034F, 0x034F, 0x061C, 0x061C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180F, 0x200B, 0x200F,
        0x202A, 0x202E, 0x2060, 0x206F, 0x3164, 0x3164, 0xFE00, 0xFE0F, 0xFEFF, 0xFEFF, 0xFFA0, 0xFFA0, 0xFFF0, 0xFFF8,
        0x1BCA0, 0x1BCA3, 0x1D173, 0x1D17A, 0xE0000, 0xE0FFF,
    };

    private static final class Taken {
        final String path;
        final boolean isFolder;

        Taken(String path, boolean isFolder) {
            this.path = path;
            this.isFolder = isFolder;
        }
    }

    /** The taken names, by the form that all names which could be the same share. */
    private final Map<String, Taken> taken = new HashMap<>();
    /** Folders by their exact names, so that each is folded only once. */
    private final Set<String> folders = new HashSet<>();
    private final Set<String> folderEntries = new HashSet<>();

    /** Files and folders, including those that appear only before a slash. */
    int size() { return taken.size(); }

    void insert(ArchiveName name) throws ArchiveException.Defect {
        String path = name.isFolder ? name.spelling.substring(0, name.spelling.length() - 1) : name.spelling;
        // From the nearest known folder on; those above it are known as well.
        List<String> unknown = new ArrayList<>();
        String parent = parent(path);
        while (parent != null && !folders.contains(parent)) {
            unknown.add(parent);
            parent = parent(parent);
        }
        for (int i = unknown.size() - 1; i >= 0; i--) claimFolder(unknown.get(i));
        if (!name.isFolder) {
            claimFile(path);
            return;
        }
        if (!folders.contains(path)) claimFolder(path);
        if (!folderEntries.add(path)) throw new ArchiveException.Defect("the name appears twice");
    }

    @Nullable private static String parent(String path) {
        int slash = path.lastIndexOf('/');
        return slash < 0 ? null : path.substring(0, slash);
    }

    private void claimFolder(String path) throws ArchiveException.Defect {
        String form = form(path);
        Taken other = taken.get(form);
        if (other != null) {
            throw other.path.equals(path)
                ? new ArchiveException.Defect("lies below \"" + path + "\", which is a file") : same(other);
        }
        taken.put(form, new Taken(path, true));
        folders.add(path);
    }

    private void claimFile(String path) throws ArchiveException.Defect {
        String form = form(path);
        Taken other = taken.get(form);
        if (other != null) {
            if (!other.path.equals(path)) throw same(other);
            throw new ArchiveException.Defect(
                other.isFolder ? "is a file, and other entries need it as a folder" : "the name appears twice");
        }
        taken.put(form, new Taken(path, false));
    }

    private static ArchiveException.Defect same(Taken other) {
        return new ArchiveException.Defect(
            "the name differs from \"" + other.path + "\" only by case or Unicode form");
    }

    /** The same text for all names that differ only by case, composition or invisible characters. */
    private static String form(String path) {
        boolean isASCII = true;
        for (int i = 0; isASCII && i < path.length(); i++) isASCII = path.charAt(i) < 0x80;
        if (isASCII) return path.toLowerCase(Locale.ROOT);
        StringBuilder visible = new StringBuilder();
        for (int i = 0; i < path.length(); i += Character.charCount(path.codePointAt(i))) {
            if (!isInvisible(path.codePointAt(i))) visible.appendCodePoint(path.codePointAt(i));
        }
        // Some letters are equal only in upper case (ß and ss, ſ and s), some only in lower case (Kelvin sign and k).
        String folded = Normalizer.normalize(visible, Normalizer.Form.NFD)
            .toLowerCase(Locale.ROOT).toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
        return Normalizer.normalize(folded, Normalizer.Form.NFD);
    }

    private static boolean isInvisible(int scalar) {
        for (int i = 0; i < INVISIBLE.length; i += 2) {
            if (scalar >= INVISIBLE[i] && scalar <= INVISIBLE[i + 1]) return true;
        }
        return false;
    }
}
