/** Runs ManifestSignature as often as there are folders, and prints what came of each: status, output, errors. */
final class Many {
    public static void main(String[] words) throws Exception {
        for (int folder = 0; folder < Integer.parseInt(words[0]); folder++) {
            int status = 0;
            System.output.reset();
            System.errors.reset();
            try {
                ManifestSignature.main(
                    new String[] {folder + "/body", folder + "/body.headers", folder + "/key.pem"});
            } catch (System.Exit end) {
                status = end.status;
            } catch (Exception error) {
                status = 1;
                error.printStackTrace(System.err);
            }
            java.lang.System.out.println(
                "{\"status\": " + status + ", \"output\": " + json(System.output.toString("UTF-8"))
                    + ", \"errors\": " + json(System.errors.toString("UTF-8")) + "}");
        }
    }

    private static String json(String text) {
        StringBuilder json = new StringBuilder("\"");
        for (char unit : text.toCharArray()) {
            boolean isPlain = unit >= ' ' && unit < 0x7F && unit != '"' && unit != '\\';
            json.append(isPlain ? String.valueOf(unit) : String.format("\\u%04x", (int) unit));
        }
        return json.append('"').toString();
    }
}
