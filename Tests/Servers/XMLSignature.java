import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.spec.X509EncodedKeySpec;
import javax.xml.crypto.dsig.XMLSignatureFactory;
import javax.xml.crypto.dsig.dom.DOMValidateContext;
import javax.xml.parsers.DocumentBuilderFactory;

/** Says whether the key key.der has signed signature.xml, as Java's own library for XML-DSig sees it. */
class XMLSignature {
    public static void main(String[] arguments) throws Exception {
        PublicKey key = KeyFactory.getInstance("EC")
            .generatePublic(new X509EncodedKeySpec(Files.readAllBytes(Path.of("key.der"))));
        DocumentBuilderFactory documents = DocumentBuilderFactory.newInstance();
        documents.setNamespaceAware(true);
        var root = documents.newDocumentBuilder().parse("signature.xml").getDocumentElement();
        var context = new DOMValidateContext(key, root);
        var signature = XMLSignatureFactory.getInstance("DOM").unmarshalXMLSignature(context);
        System.out.println(signature.validate(context) ? "accepted" : "refused");
    }
}
