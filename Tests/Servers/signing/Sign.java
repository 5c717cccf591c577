import java.nio.file.*;
import java.security.*;
import java.security.spec.ECGenParameterSpec;
import java.util.Base64;

class Sign {
    public static void main(String[] arguments) throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"));
        KeyPair pair = null;
        for (String name : new String[] {"other", "key"}) {
            pair = generator.generateKeyPair();
            String base64 = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(
                pair.getPublic().getEncoded());
            Files.writeString(Path.of(name + ".pem"),
                "-----BEGIN PUBLIC KEY-----\n" + base64 + "\n-----END PUBLIC KEY-----\n");
        }
        for (String name : new String[] {"body", "dated"}) {
            Signature signature = Signature.getInstance("SHA256withECDSA");
            signature.initSign(pair.getPrivate());
            signature.update(Files.readAllBytes(Path.of(name)));
            Files.write(Path.of(name + ".der"), signature.sign());
        }
    }
}
