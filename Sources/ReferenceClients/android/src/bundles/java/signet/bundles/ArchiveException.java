package signet.bundles;

/** Why an archive is refused. A disk that fails is an {@link java.io.IOException} instead. */
final class ArchiveException extends Exception {
    private static final long serialVersionUID = 1;

    /** A defect of the archive as a whole. */
    ArchiveException(String defect) { super(defect); }

    /** A defect of one entry. */
    ArchiveException(byte[] name, String defect) { this("\"" + ArchiveName.shown(name) + "\": " + defect); }

    /** A defect of an entry whose name is known only where this is caught. */
    static final class Defect extends Exception {
        private static final long serialVersionUID = 1;

        Defect(String defect) { super(defect); }
    }
}
