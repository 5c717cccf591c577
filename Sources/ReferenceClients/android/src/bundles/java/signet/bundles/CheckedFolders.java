package signet.bundles;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

// Own: one object for a bundle in a process, so that what is found wrong once is wrong for each start, and nothing is
// read or hashed twice. Proved by the driver's "signed".

/** The bundles of a store that this process has started. One that is not what was signed steps aside. */
final class CheckedFolders {
    private final BundleStore store;
    /** By the names of their folders. */
    private final Map<String, CheckedFolder> opened = new HashMap<>();

    CheckedFolders(BundleStore store) { this.store = store; }

    /**
     * The files of a stored bundle, after its proof was checked again.
     *
     * @throws Proof.Refusal when it is not what was signed
     */
    CheckedFolder open(StoredBundle bundle) throws IOException, Proof.Refusal {
        return open(bundle, Proof.check(store.folder.root, bundle, store.verifier));
    }

    private synchronized CheckedFolder open(final StoredBundle bundle, FileList list)
        throws IOException, Proof.Refusal {
        String name = bundle.folderName();
        CheckedFolder files = opened.get(name);
        if (files == null || !files.list.digest().equals(list.digest())) {
            close(name);
            files = new CheckedFolder(new File(store.folder.root, name), list, refusal -> stepAside(bundle, refusal));
            opened.put(name, files);
        }
        if (files.refusal() != null) throw files.refusal();
        files.checkStartPage();
        return files;
    }

    /** Forgets the bundles that a state has no record of: their folders go. */
    synchronized void keep(StoreState state) throws IOException {
        for (String name : new ArrayList<>(opened.keySet())) {
            if (state.bundle(BundleVersion.parse(name).version()) == null) close(name);
        }
    }

    /** Forgets a bundle, whose folder goes or gets other files. */
    synchronized void close(String name) throws IOException {
        CheckedFolder files = opened.remove(name);
        if (files != null) files.close();
    }

    /** The same, if it is the one that was refused: by now another one may be installed. */
    private synchronized void close(String name, Proof.Refusal refusal) throws IOException {
        CheckedFolder files = opened.get(name);
        if (files != null && files.refusal() == refusal) close(name);
    }

    /** From now on the bundle counts as missing, so that it can be installed again. */
    private void stepAside(final StoredBundle bundle, Proof.Refusal refusal) {
        store.tell(BundleEvent.refused(BundleVersion.stored(bundle.version), refusal));
        try {
            store.update(state -> {
                StoredBundle record = state.bundle(bundle.version);
                if (record != null && record.isSameAs(bundle)) {
                    state.forget(Collections.singletonList(bundle.version));
                }
                return null;
            });
            // What is installed after this is another one.
            close(bundle.folderName(), refusal);
        } catch (StoreException | IOException e) {
            // This process does not show it again, and the next one finds the same.
            return;
        }
    }
}
