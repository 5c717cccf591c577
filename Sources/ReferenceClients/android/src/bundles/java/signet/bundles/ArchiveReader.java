package signet.bundles;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import signet.Bytes;
import signet.Nullable;

// Own: where entries may be, and what ends them. Overlapping entries make bombs, and bytes that belong to nothing hide
// what other programs find. java.util.zip.Inflater unpacks; that its stream ends with the entry is checked here. Proved
// by archives.py ("an entry in another one", "a byte behind the stream"), and by changing, adding and removing each
// byte of an archive.

/** An archive whose names, sizes and places are all in order; the contents are checked as they are read. */
final class ArchiveReader {
    static final class Entry {
        final ArchiveName name;
        private final ArchiveRecord record;
        /** Where the packed content begins. */
        private final long offset;

        private Entry(ArchiveName name, ArchiveRecord record, long offset) {
            this.name = name;
            this.record = record;
            this.offset = offset;
        }

        private ArchiveException error(String defect) { return new ArchiveException(record.name, defect); }
    }

    /** The files and folders in the order of the archive's directory; at least one. */
    final List<Entry> entries;
    private final RandomAccessFile file;

    /** Checks everything that can be checked before a byte is unpacked. */
    ArchiveReader(RandomAccessFile file) throws ArchiveException, IOException {
        this.file = file;
        ArchiveDirectory directory = new ArchiveDirectory(file);
        List<ArchiveName> names = new ArrayList<>();
        ArchiveNameSet taken = new ArchiveNameSet();
        long bytes = 0;
        for (ArchiveRecord record : directory.records) {
            try {
                ArchiveName name = record.checkedName();
                taken.insert(name);
                names.add(name);
            } catch (ArchiveException.Defect e) {
                throw new ArchiveException(record.name, e.getMessage());
            }
            // Each is within its own limit, so the sum cannot overflow.
            bytes += record.bytes;
            if (bytes > BundleLimits.UNPACKED_BYTES) {
                throw new ArchiveException("unpacks to more than " + BundleLimits.UNPACKED_BYTES + " bytes");
            }
            if (taken.size() > BundleLimits.ENTRIES) throw ArchiveDirectory.tooMany();
        }
        long[] offsets = contentOffsets(directory);
        List<Entry> found = new ArrayList<>();
        for (int i = 0; i < offsets.length; i++) {
            found.add(new Entry(names.get(i), directory.records.get(i), offsets[i]));
        }
        entries = Collections.unmodifiableList(found);
    }

    /** Where each content begins: entries follow one another from the first byte to the directory, without gaps. */
    private long[] contentOffsets(ArchiveDirectory directory) throws ArchiveException, IOException {
        final List<ArchiveRecord> records = directory.records;
        Integer[] order = new Integer[records.size()];
        for (int i = 0; i < order.length; i++) order[i] = i;
        // A stable sort: of two entries in one place, the first of the directory comes first.
        Arrays.sort(order, (a, b) -> Long.compare(records.get(a).offset, records.get(b).offset));
        if (records.get(order[0]).offset != 0) throw new ArchiveException("has other bytes before its first entry");
        long[] offsets = new long[order.length];
        for (int place = 0; place < order.length; place++) {
            ArchiveRecord next = place + 1 < order.length ? records.get(order[place + 1]) : null;
            long end = next == null ? directory.offset : next.offset;
            String overlap =
                next == null ? "reaches into the directory" : "overlaps \"" + ArchiveName.shown(next.name) + "\"";
            offsets[order[place]] = contentOffset(records.get(order[place]), end, overlap);
        }
        return offsets;
    }

    private long contentOffset(ArchiveRecord record, long end, String overlap) throws ArchiveException, IOException {
        long extraOffset = record.offset + ArchiveRecord.LOCAL_BYTES + record.name.length;
        if (extraOffset > end) throw new ArchiveException(record.name, overlap);
        byte[] bytes = ArchiveDirectory.bytes(file, record.offset, (int) (extraOffset - record.offset));
        ArchiveRecord local = ArchiveRecord.ofLocal(bytes);
        if (local == null) throw new ArchiveException(record.name, "has no header where the directory says");
        byte[] name = Arrays.copyOfRange(bytes, ArchiveRecord.LOCAL_BYTES, bytes.length);
        String field = record.difference(local, name);
        if (field != null) {
            throw new ArchiveException(record.name, "the directory and the entry's own header differ in " + field);
        }
        long contentOffset = extraOffset + local.extraBytes;
        long contentEnd = contentOffset + record.packedBytes;
        if (contentEnd > end) throw new ArchiveException(record.name, overlap);
        try {
            ArchiveRecord.checkExtra(ArchiveDirectory.bytes(file, extraOffset, local.extraBytes), name);
        } catch (ArchiveException.Defect e) {
            throw new ArchiveException(record.name, e.getMessage());
        }
        if (!record.hasDescriptor()) {
            if (contentEnd == end) return contentOffset;
            throw new ArchiveException(record.name, "is followed by bytes that belong to no entry");
        }
        // The longest descriptor has 16 bytes; one more byte shows that there are too many.
        if (!record.isDescriptor(ArchiveDirectory.bytes(file, contentEnd, (int) Math.min(end - contentEnd, 17)))) {
            throw new ArchiveException(
                record.name, "the sizes after the entry are missing or differ from the directory");
        }
        return contentOffset;
    }

    /** Whether there is a file of that name. */
    boolean hasFile(String name) {
        for (Entry entry : entries) {
            if (entry.name.spelling.equals(name)) return true;
        }
        return false;
    }

    /**
     * Writes the content of an entry. Its length, checksum and end are checked: what was written is right only when
     * this returns, and never longer than the directory says.
     */
    void read(Entry entry, OutputStream output) throws ArchiveException, IOException {
        Content content = new Content(entry, output);
        if (entry.record.method == ArchiveRecord.STORED) {
            byte[] piece = new byte[BundleLimits.PIECE_BYTES];
            for (long done = 0; done < entry.record.packedBytes;) {
                int count = readPiece(entry, done, piece);
                content.take(piece, count);
                done += count;
            }
        } else {
            Inflater inflater = new Inflater(true);
            try {
                inflate(entry, inflater, content);
            } finally {
                inflater.end();
            }
        }
        content.finish();
    }

    private void inflate(Entry entry, Inflater inflater, Content content) throws ArchiveException, IOException {
        byte[] input = new byte[BundleLimits.PIECE_BYTES];
        byte[] output = new byte[BundleLimits.PIECE_BYTES];
        for (long done = 0; done < entry.record.packedBytes;) {
            int count = readPiece(entry, done, input);
            done += count;
            if (inflater.finished()) throw entry.error("has bytes after the end of its content");
            inflater.setInput(input, 0, count);
            try {
                int length;
                while ((length = inflater.inflate(output)) > 0) content.take(output, length);
            } catch (DataFormatException e) {
                throw entry.error("its content is not a deflate stream");
            }
            // A raw stream has no dictionary to ask for.
            if (inflater.needsDictionary()) throw entry.error("its content is not a deflate stream");
            if (inflater.finished() && inflater.getRemaining() > 0) {
                throw entry.error("has bytes after the end of its content");
            }
        }
        if (!inflater.finished()) throw entry.error("its content ends too early");
    }

    private int readPiece(Entry entry, long done, byte[] piece) throws IOException {
        int count = (int) Math.min(piece.length, entry.record.packedBytes - done);
        file.seek(entry.offset + done);
        file.readFully(piece, 0, count);
        return count;
    }

    /** What comes out of an entry. */
    private static final class Content {
        private final Entry entry;
        private final OutputStream output;
        private final CRC32 sum = new CRC32();
        private long done;

        Content(Entry entry, OutputStream output) {
            this.entry = entry;
            this.output = output;
        }

        void take(byte[] piece, int count) throws ArchiveException, IOException {
            done += count;
            if (done > entry.record.bytes) throw entry.error("its content is longer than the directory says");
            sum.update(piece, 0, count);
            output.write(piece, 0, count);
        }

        void finish() throws ArchiveException {
            if (done != entry.record.bytes) throw entry.error("its content ends too early");
            if (sum.getValue() != entry.record.crc) throw entry.error("its content has a different checksum");
        }
    }

    /**
     * Unpacks everything into an empty folder, and says what the files are. The content of each file is on the disk
     * when this returns; after a failure the folder holds what was unpacked until then, and the caller removes it.
     */
    FileList unpack(File folder) throws ArchiveException, IOException {
        String[] there = folder.list();
        if (there == null || there.length > 0) throw new IOException(folder + " is not an empty folder");
        List<File> files = new ArrayList<>();
        Map<String, FileList.Entry> listed = new TreeMap<>();
        for (Entry entry : entries) {
            File file = new File(folder, entry.name.spelling);
            File parent = entry.name.isFolder ? file : file.getParentFile();
            if (!parent.isDirectory() && !parent.mkdirs()) throw new IOException(parent + " cannot be made");
            if (entry.name.isFolder) {
                // It is empty, but may be packed.
                read(entry, new Hashing(null));
                continue;
            }
            // No archive has two names for one file, so there is none yet.
            if (!file.createNewFile()) throw new IOException(file + " exists already");
            try (FileOutputStream output = new FileOutputStream(file)) {
                Hashing hashing = new Hashing(output);
                read(entry, hashing);
                listed.put(entry.name.spelling, hashing.entry());
            }
            files.add(file);
        }
        // When all are written: the system writes many at once, and waits once for most of them.
        for (File file : files) {
            try (RandomAccessFile written = new RandomAccessFile(file, "rw")) {
                written.getFD().sync();
            }
        }
        return new FileList(listed);
    }

    /** Hashes what it passes on, if there is anything to pass it to. */
    private static final class Hashing extends OutputStream {
        private final MessageDigest digest = Bytes.sha256();
        @Nullable private final OutputStream output;
        private long count;

        Hashing(@Nullable OutputStream output) { this.output = output; }

        @Override public void write(int b) throws IOException { write(new byte[] {(byte) b}, 0, 1); }

        @Override public void write(byte[] bytes, int start, int length) throws IOException {
            digest.update(bytes, start, length);
            count += length;
            if (output != null) output.write(bytes, start, length);
        }

        FileList.Entry entry() { return new FileList.Entry(Bytes.hexadecimal(digest.digest()), count); }
    }
}
