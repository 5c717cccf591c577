package signet.classic;

import signet.DocumentReader;

/**
 * Accepts the bytes of a file that only the app can read, where they are of a listed kind and nothing that another
 * verifier could take for something else. They are {@code Verifier.Manifest.body()}; a file has no rules for a gate.
 */
public final class FileDocument implements DocumentReader {
    @Override public String format() { return "file"; }

    @Override public boolean goesByDate() { return false; }

    @Override public Document read(byte[] body) throws DocumentException {
        String meaning = OtherMeaning.of(body);
        if (meaning != null) throw DocumentException.otherMeaning(meaning);
        return platform -> { throw new DocumentException("a file has no rules"); };
    }
}
