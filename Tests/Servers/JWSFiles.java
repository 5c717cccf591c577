import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;

/**
 * Shows JWS.java of the article every .jws of a folder, in one run; what it prints, jws-libraries.py says.
 * Words: FOLDER ENVIRONMENT NOW NEWEST. The folder has keys.txt: a line for each key, its id and its base64.
 */
class JWSFiles {
    public static void main(String[] words) throws Exception {
        Map<String, String> keys = new HashMap<>();
        for (String line : Files.readAllLines(Paths.get(words[0], "keys.txt")))
            keys.put(line.split(" ")[0], line.split(" ")[1]);
        Instant now = Instant.ofEpochSecond(Long.parseLong(words[2]));
        Instant newest = Instant.ofEpochSecond(Long.parseLong(words[3]));
        Map<String, byte[]> files = new TreeMap<>();
        try (DirectoryStream<Path> names = Files.newDirectoryStream(Paths.get(words[0]), "*.jws")) {
            for (Path name : names) files.put(name.getFileName().toString(), Files.readAllBytes(name));
        }
        Iterator<String> paths = Files.readAllLines(Paths.get(words[0], "paths.txt")).iterator();
        for (String name : files.keySet()) {
            String verdict;
            try {
                byte[] body = new JWS(files.get(name), keys, words[1], paths.next(), newest, now).body;
                byte[] digest = MessageDigest.getInstance("SHA-256").digest(body);
                verdict = "ok " + String.format("%064x", new BigInteger(1, digest));
            } catch (Exception error) {
                verdict = "refused " + error.getClass().getSimpleName() + " " + error.getMessage();
            }
            System.out.println(name + "\t-\t" + verdict);
        }
    }
}
