package signet.bundles;

import java.util.Arrays;
import java.util.zip.CRC32;
import signet.Bytes;
import signet.Nullable;

// Own: the reading of records, and which of them are refused. java.util.zip takes sizes, flags and extra fields as they
// come, and knows neither links nor other systems. Proved by archives.py ("a symbolic link from macOS", "a ZIP64 size",
// "a second name").

/** What a header before an entry's content says (APPNOTE 4.3.7), or a record of the directory (4.3.12). */
final class ArchiveRecord {
    static final int STORED = 0;
    static final int DEFLATED = 8;
    static final long NONE = 0xFFFF_FFFFL;
    /** Bytes before the name, here and there. */
    static final int LOCAL_BYTES = 30;
    static final int DIRECTORY_BYTES = 46;
    private static final long LOCAL_SIGNATURE = 0x0403_4B50L;
    private static final long DIRECTORY_SIGNATURE = 0x0201_4B50L;

    // Bits of the flags (APPNOTE 4.4.4).
    private static final int ENCRYPTED = 1 | 1 << 6 | 1 << 13;
    private static final int LEVEL = 1 << 1 | 1 << 2;
    private static final int DESCRIPTOR = 1 << 3;
    private static final int UTF8 = 1 << 11;

    private static final int UNIX = 3;
    private static final int MACOS = 19;

    private int system;
    private final int version;
    private final int flags;
    final int method;
    final long crc;
    final long packedBytes;
    final long bytes;
    final int nameBytes;
    final int extraBytes;
    private int disk;
    private long attributes;
    /** Where the directory says that the entry's own header is. */
    long offset;
    byte[] name = new byte[0];
    private byte[] extra = new byte[0];
    private int end;

    private ArchiveRecord(byte[] from, int start) {
        version = uint16(from, start);
        flags = uint16(from, start + 2);
        method = uint16(from, start + 4);
        // When the file was changed is between, and not used.
        crc = uint32(from, start + 10);
        packedBytes = uint32(from, start + 14);
        bytes = uint32(from, start + 18);
        nameBytes = uint16(from, start + 22);
        extraBytes = uint16(from, start + 24);
    }

    static int uint16(byte[] from, int at) { return from[at] & 255 | (from[at + 1] & 255) << 8; }

    static long uint32(byte[] from, int at) { return uint16(from, at) | (long) uint16(from, at + 2) << 16; }

    private static byte[] uint32(long... numbers) {
        byte[] bytes = new byte[4 * numbers.length];
        for (int i = 0; i < bytes.length; i++) bytes[i] = (byte) (numbers[i / 4] >> 8 * (i % 4));
        return bytes;
    }

    /** The header that begins with these 30 bytes; null when they begin with another signature. */
    @Nullable static ArchiveRecord ofLocal(byte[] from) {
        return uint32(from, 0) == LOCAL_SIGNATURE ? new ArchiveRecord(from, 4) : null;
    }

    /** The record of the directory that begins there; null without a whole one. */
    @Nullable static ArchiveRecord ofDirectory(byte[] directory, int start) {
        if (directory.length - start < DIRECTORY_BYTES || uint32(directory, start) != DIRECTORY_SIGNATURE) return null;
        ArchiveRecord record = new ArchiveRecord(directory, start + 6);
        record.system = uint16(directory, start + 4) >> 8;
        int comment = uint16(directory, start + 32);
        record.disk = uint16(directory, start + 34);
        record.attributes = uint32(directory, start + 38);
        record.offset = uint32(directory, start + 42);
        int nameEnd = start + DIRECTORY_BYTES + record.nameBytes;
        int extraEnd = nameEnd + record.extraBytes;
        record.end = extraEnd + comment;
        if (record.end > directory.length) return null;
        record.name = Arrays.copyOfRange(directory, start + DIRECTORY_BYTES, nameEnd);
        record.extra = Arrays.copyOfRange(directory, nameEnd, extraEnd);
        return record;
    }

    /** Where the next record of the directory begins. */
    int end() { return end; }

    boolean hasDescriptor() { return (flags & DESCRIPTOR) != 0; }

    /** The entry's name, if everything that the directory says about the entry is in order. */
    ArchiveName checkedName() throws ArchiveException.Defect {
        if (packedBytes == NONE || bytes == NONE || offset == NONE || disk == 0xFFFF) throw zip64();
        if (disk != 0) throw new ArchiveException.Defect("is on another part of a split archive");
        boolean repeatsName = checkExtra(extra, name);
        checkPacking();
        ArchiveName checked = ArchiveName.of(name);
        boolean isASCII = true;
        for (byte b : name) isASCII &= b >= 0;
        // Programs on UNIX write names as they are; elsewhere an unmarked name is in any code page.
        if ((flags & UTF8) == 0 && !repeatsName && system != UNIX && system != MACOS && !isASCII) {
            throw new ArchiveException.Defect("the name is not ASCII and not marked as UTF-8");
        }
        checkKind(checked.isFolder);
        checkSizes(checked.isFolder);
        return checked;
    }

    private static ArchiveException.Defect zip64() { return new ArchiveException.Defect("is in the ZIP64 format"); }

    private void checkPacking() throws ArchiveException.Defect {
        if ((flags & ENCRYPTED) != 0) throw new ArchiveException.Defect("is encrypted");
        int unknown = flags & ~(LEVEL | DESCRIPTOR | UTF8);
        if (unknown != 0) {
            throw new ArchiveException.Defect("has unknown flags 0x" + Integer.toHexString(unknown));
        }
        if (method != STORED && method != DEFLATED) {
            throw new ArchiveException.Defect(
                "is packed by method " + method + ", neither stored (0) nor deflated (8)");
        }
        // 2.0 has folders and deflate; everything later is refused above or unknown here. In some archives the upper
        // byte names the system.
        int needed = version & 255;
        if (needed > 20) {
            throw new ArchiveException.Defect(
                "needs version " + needed / 10 + "." + needed % 10 + " of the ZIP format");
        }
    }

    /** Checks the attributes of every system they may belong to: programs differ in which they apply. */
    private void checkKind(boolean isFolder) throws ArchiveException.Defect {
        int mode = (int) (attributes >> 16);
        int kind = mode & 0170000;
        boolean contradicts = (kind == 0100000 && isFolder) || (kind == 0040000 && !isFolder);
        if (kind != 0 && kind != 0100000 && kind != 0040000) throw new ArchiveException.Defect("is " + special(kind));
        if (!contradicts && (mode & 07000) != 0) {
            throw new ArchiveException.Defect("has the setuid, setgid or sticky bit");
        }
        // MS-DOS marks folders by 0x10; it has no mark for files. 0x08 is the label of a volume.
        if (contradicts || ((attributes & 0x10) != 0 && !isFolder) || (attributes & 0x08) != 0) {
            throw new ArchiveException.Defect(
                "its attributes contradict its name, which ends with a slash for folders only");
        }
    }

    private static String special(int kind) {
        switch (kind) {
            case 0120000: return "a symbolic link";
            case 0060000:
            case 0020000: return "a device";
            case 0010000: return "a named pipe";
            case 0140000: return "a socket";
            default: return "neither a file nor a folder";
        }
    }

    private void checkSizes(boolean isFolder) throws ArchiveException.Defect {
        if (isFolder && (bytes != 0 || crc != 0)) throw new ArchiveException.Defect("is a folder with content");
        if (bytes > BundleLimits.FILE_BYTES) {
            throw new ArchiveException.Defect("unpacks to more than " + BundleLimits.FILE_BYTES + " bytes");
        }
        if (method == STORED && bytes != packedBytes) {
            throw new ArchiveException.Defect("is stored, but has two different sizes");
        }
        // More is taken for a bomb.
        if (bytes > BundleLimits.FREE_BYTES + packedBytes * BundleLimits.RATIO) {
            throw new ArchiveException.Defect("unpacks to more than " + BundleLimits.RATIO + " times its size");
        }
    }

    /** Refuses extra fields (APPNOTE 4.5) that change what the entry is; whether one repeats the name, as UTF-8. */
    static boolean checkExtra(byte[] extra, byte[] name) throws ArchiveException.Defect {
        boolean repeatsName = false;
        int at = 0;
        while (at < extra.length) {
            boolean isWhole = extra.length - at >= 4 && extra.length - at - 4 >= uint16(extra, at + 2);
            if (!isWhole) throw new ArchiveException.Defect("its extra fields are broken");
            int end = at + 4 + uint16(extra, at + 2);
            switch (uint16(extra, at)) {
                case 0x0001: throw zip64();
                case 0x0017:
                case 0x9901: throw new ArchiveException.Defect("is encrypted");
                case 0x7075:
                    if (!Arrays.equals(Arrays.copyOfRange(extra, at + 4, end), unicodePath(name))) {
                        throw new ArchiveException.Defect("an extra field gives the entry another name");
                    }
                    repeatsName = true;
                    break;
                default: break;
            }
            at = end;
        }
        return repeatsName;
    }

    /** The field that agrees with the header (APPNOTE 4.6.9): version 1, the checksum of the name, the name. */
    private static byte[] unicodePath(byte[] name) {
        CRC32 sum = new CRC32();
        sum.update(name, 0, name.length);
        return Bytes.concatenate(new byte[] {1}, uint32(sum.getValue()), name);
    }

    /**
     * What differs in the entry's own header; null when it agrees. Times and the version needed do not matter. Where
     * the sizes follow the content, the header may have a zero for each (APPNOTE 4.4.4, bit 3).
     */
    @Nullable String difference(ArchiveRecord local, byte[] localName) {
        if (local.nameBytes != nameBytes || !Arrays.equals(localName, name)) return "the name";
        if (local.flags != flags) return "the flags";
        if (local.method != method) return "the method";
        if (!agrees(local.crc, crc)) return "the checksum";
        return agrees(local.packedBytes, packedBytes) && agrees(local.bytes, bytes) ? null : "the sizes";
    }

    private boolean agrees(long local, long listed) { return local == listed || (hasDescriptor() && local == 0); }

    /** Whether bytes are the descriptor that the entry announces, with or without its signature (APPNOTE 4.3.9). */
    boolean isDescriptor(byte[] found) {
        return Arrays.equals(found, uint32(crc, packedBytes, bytes))
            || Arrays.equals(found, uint32(0x0807_4B50L, crc, packedBytes, bytes));
    }
}
