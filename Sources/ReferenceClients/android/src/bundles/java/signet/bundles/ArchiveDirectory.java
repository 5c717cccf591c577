package signet.bundles;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.util.ArrayList;
import java.util.List;

// Own: the finding of the directory. java.util.zip.ZipFile looks for an end record behind which a comment may be, and
// ZipInputStream does without the directory: programs that disagree on what an archive holds have found different ends.
// Proved by archives.py ("an end record in a comment", "a count too low").

/** The directory of an archive: its place and its records, not checked yet. */
final class ArchiveDirectory {
    private static final int END_BYTES = 22;
    private static final long END_SIGNATURE = 0x0605_4B50L;
    private static final long LOCATOR_SIGNATURE = 0x0706_4B50L;

    final List<ArchiveRecord> records = new ArrayList<>();
    /** Where it begins, which is where the entries end. */
    final long offset;

    /** Finds and reads the directory: the end record must be the last 22 bytes, and the directory right before it. */
    ArchiveDirectory(RandomAccessFile file) throws ArchiveException, IOException {
        long size = file.length();
        if (size > BundleLimits.ARCHIVE_BYTES) {
            throw new ArchiveException("is larger than " + BundleLimits.ARCHIVE_BYTES + " bytes");
        }
        long endOffset = size - END_BYTES;
        byte[] end = endOffset < 0 ? new byte[END_BYTES] : bytes(file, endOffset, END_BYTES);
        if (ArchiveRecord.uint32(end, 0) != END_SIGNATURE || ArchiveRecord.uint16(end, 20) != 0) {
            throw new ArchiveException(
                hasEarlierEnd(file, size) ? "has a comment or other bytes after its end"
                    : "is not a ZIP archive, or its end is missing");
        }
        int count = ArchiveRecord.uint16(end, 10);
        long length = ArchiveRecord.uint32(end, 12);
        offset = ArchiveRecord.uint32(end, 16);
        check(end, endOffset, hasLocator(file, endOffset));
        byte[] directory = bytes(file, offset, (int) length);
        for (int at = 0; at < directory.length; at = records.get(records.size() - 1).end()) {
            ArchiveRecord record = records.size() < count ? ArchiveRecord.ofDirectory(directory, at) : null;
            if (record == null) throw broken();
            records.add(record);
        }
        if (records.size() != count) throw broken();
    }

    private static ArchiveException broken() {
        return new ArchiveException("its directory does not hold what its end record says");
    }

    private void check(byte[] end, long endOffset, boolean hasLocator) throws ArchiveException {
        int onDisk = ArchiveRecord.uint16(end, 8);
        int count = ArchiveRecord.uint16(end, 10);
        long length = ArchiveRecord.uint32(end, 12);
        if (hasLocator || count == 0xFFFF || onDisk == 0xFFFF || length == ArchiveRecord.NONE
            || offset == ArchiveRecord.NONE) {
            throw new ArchiveException("is in the ZIP64 format");
        }
        if (ArchiveRecord.uint16(end, 4) != 0 || ArchiveRecord.uint16(end, 6) != 0 || onDisk != count) {
            throw new ArchiveException("is one part of a split archive");
        }
        if (offset + length != endOffset) {
            throw new ArchiveException("its directory does not end where its end record begins");
        }
        if (count > BundleLimits.ENTRIES) throw tooMany();
        if (length > BundleLimits.DIRECTORY_BYTES) {
            throw new ArchiveException("has a directory of more than " + BundleLimits.DIRECTORY_BYTES + " bytes");
        }
        if (count == 0) throw new ArchiveException("holds no file");
    }

    static ArchiveException tooMany() {
        return new ArchiveException("holds more than " + BundleLimits.ENTRIES + " files and folders");
    }

    /** Whether there is a locator of ZIP64's end record (APPNOTE 4.3.15). */
    private static boolean hasLocator(RandomAccessFile file, long endOffset) throws ArchiveException, IOException {
        return endOffset >= 20 && ArchiveRecord.uint32(bytes(file, endOffset - 20, 4), 0) == LOCATOR_SIGNATURE;
    }

    /** Whether there is an end record with something after it, such as a comment. */
    private static boolean hasEarlierEnd(RandomAccessFile file, long size) throws ArchiveException, IOException {
        int count = (int) Math.min(size, END_BYTES + 0xFFFF);
        byte[] tail = bytes(file, size - count, count);
        for (int i = 0; i < count - END_BYTES; i++) {
            if (ArchiveRecord.uint32(tail, i) == END_SIGNATURE) return true;
        }
        return false;
    }

    /** So many bytes, which the file has unless it was cut short since. */
    static byte[] bytes(RandomAccessFile file, long offset, int count) throws ArchiveException, IOException {
        if (offset + count > file.length()) throw new ArchiveException("is not a ZIP archive, or its end is missing");
        byte[] bytes = new byte[count];
        file.seek(offset);
        file.readFully(bytes);
        return bytes;
    }
}
