import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.Map;

public class Main {
    public static void main(String[] files) throws Exception {
        String header = Files.readAllLines(Paths.get(files[1])).stream()
            .filter(line -> line.startsWith("x-amz-meta-signature: ")).findFirst().get().substring(22);
        String date = Files.readAllLines(Paths.get(files[1])).stream()
            .filter(line -> line.startsWith("x-amz-meta-signature-date: ")).findFirst().get().substring(27);
        ManifestSignature signature = new ManifestSignature(header);
        signet.KeyRing.Key key = signet.KeyRing.parse(EuWest1KeyRing.JSON).key(signature.keyId);
        System.out.print(signature.verifyDated(Files.readAllBytes(Paths.get(files[0])), date, key.publicKey()));
    }
}