// What Signet's speed is compared with: the same work by plain calls of libcrypto and the kernel, on all cores, with every
// algorithm fetched once and every context used again.
//
//   peer sign KEY.pem FOLDER TREE          sign and write: TREE/NAME, NAME.sig and NAME.headers of each file of FOLDER
//   peer check KEY.pem FOLDER TREE         the same, and verify every signature before it is written, as Signet does
//   peer verify KEY.pub.pem TREE           read, hash and verify each file of TREE that has a sidecar
//   peer repeat KEY.pub.pem FILE SIG N     verify one signature in DER over one file N times
#define _GNU_SOURCE
#include <err.h>
#include <fcntl.h>
#include <fts.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { path_capacity = 4096, largest_file = 1 << 28, largest_signature = 72, largest_sidecar = 1024 };

static EVP_PKEY *key;
static EVP_MD *sha256;
static char key_id[65];
// What is worked on: paths of files, and how many bytes of each are the folder's.
static char **paths;
static size_t path_count, prefix_length;
static atomic_size_t next_path;
static const char *destination;
static int checks_signatures;

/// The contexts and buffers of one thread.
typedef struct {
    EVP_MD_CTX *hashing;
    EVP_PKEY_CTX *operation;
    unsigned char *body;
} Worker;

static Worker new_worker(int (*start)(EVP_PKEY_CTX *)) {
    Worker worker = {EVP_MD_CTX_new(), EVP_PKEY_CTX_new_from_pkey(NULL, key, NULL), malloc(largest_file)};
    if (worker.hashing == NULL || worker.operation == NULL || worker.body == NULL || start(worker.operation) != 1)
        errx(1, "libcrypto does not start");
    return worker;
}

static void hash(Worker *worker, const void *bytes, size_t length, unsigned char digest[32]) {
    if (EVP_DigestInit_ex2(worker->hashing, sha256, NULL) != 1 || EVP_DigestUpdate(worker->hashing, bytes, length) != 1 ||
        EVP_DigestFinal_ex(worker->hashing, digest, NULL) != 1)
        errx(1, "no digest");
}

static void read_key(const char *path, int is_private) {
    FILE *file = fopen(path, "r");
    if (file == NULL) err(1, "%s", path);
    key = is_private ? PEM_read_PrivateKey(file, NULL, NULL, NULL) : PEM_read_PUBKEY(file, NULL, NULL, NULL);
    fclose(file);
    sha256 = EVP_MD_fetch(NULL, "SHA256", NULL);
    unsigned char *info = NULL, digest[32];
    int length = key == NULL ? -1 : i2d_PUBKEY(key, &info);
    if (length < 0 || EVP_Digest(info, (size_t)length, digest, NULL, sha256, NULL) != 1) errx(1, "%s: no key", path);
    for (int i = 0; i < 32; i++) snprintf(key_id + 2 * i, 3, "%02x", digest[i]);
    OPENSSL_free(info);
}

static size_t read_file(const char *path, unsigned char *bytes, size_t capacity) {
    int file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    struct stat status;
    if (file < 0 || fstat(file, &status) != 0 || (size_t)status.st_size > capacity) err(1, "%s", path);
    ssize_t count = read(file, bytes, (size_t)status.st_size);
    if (count != status.st_size) err(1, "%s", path);
    close(file);
    return (size_t)count;
}

static void write_file(const char *path, const void *bytes, size_t length) {
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644);
    if (file < 0 || write(file, bytes, length) != (ssize_t)length || close(file) != 0) err(1, "%s", path);
}

/// Lists the files below `folder`, and makes its folders below `destination` if there is one.
static void list(const char *folder, int with_sidecar) {
    FTS *walk = fts_open((char *[]){(char *)folder, NULL}, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
    char path[path_capacity];
    size_t capacity = 0;
    prefix_length = strlen(folder);
    for (FTSENT *entry; walk != NULL && (entry = fts_read(walk)) != NULL;) {
        if (entry->fts_info == FTS_D && destination != NULL) {
            snprintf(path, sizeof path, "%s%s", destination, entry->fts_path + prefix_length);
            if (mkdir(path, 0755) != 0) err(1, "%s", path);
        }
        if (entry->fts_info != FTS_F) continue;
        // Every document has a .sig; it is reached by way of that, so that sidecars are not taken for documents.
        size_t length = strlen(entry->fts_path) - (with_sidecar ? 4 : 0);
        if (with_sidecar && strcmp(entry->fts_path + length, ".sig") != 0) continue;
        if (path_count == capacity) paths = realloc(paths, (capacity = capacity * 2 + 1024) * sizeof *paths);
        paths[path_count++] = strndup(entry->fts_path, length);
    }
    fts_close(walk);
}

static void *sign_files(void *unused) {
    Worker worker = new_worker(EVP_PKEY_sign_init), checker = new_worker(EVP_PKEY_verify_init);
    char path[path_capacity], sidecar[largest_sidecar];
    for (size_t i; (i = atomic_fetch_add(&next_path, 1)) < path_count;) {
        unsigned char digest[32], signature[largest_signature];
        size_t body_length = read_file(paths[i], worker.body, largest_file), length = sizeof signature;
        hash(&worker, worker.body, body_length, digest);
        if (EVP_PKEY_sign(worker.operation, signature, &length, digest, sizeof digest) != 1) errx(1, "no signature");
        if (checks_signatures && EVP_PKEY_verify(checker.operation, signature, length, digest, sizeof digest) != 1)
            errx(1, "%s: does not verify", paths[i]);
        char encoded[2 * largest_signature];
        int encoded_length = EVP_EncodeBlock((unsigned char *)encoded, signature, (int)length);
        int stem = snprintf(path, sizeof path - 16, "%s%s", destination, paths[i] + prefix_length);
        write_file(path, worker.body, body_length);
        strcpy(path + stem, ".headers");
        int count = snprintf(
            sidecar, sizeof sidecar,
            "content-type: application/json\ncache-control: public, max-age=300\n"
            "x-amz-meta-signature: keyId=\"%s\",signature=\"%s\"\n", key_id, encoded);
        write_file(path, sidecar, (size_t)count);
        strcpy(path + stem, ".sig");
        encoded[encoded_length] = '\n';
        write_file(path, encoded, (size_t)encoded_length + 1);
    }
    return unused;
}

static void *verify_files(void *unused) {
    Worker worker = new_worker(EVP_PKEY_verify_init);
    char path[path_capacity];
    unsigned char sidecar[largest_sidecar], signature[2 * largest_signature], digest[32];
    for (size_t i; (i = atomic_fetch_add(&next_path, 1)) < path_count;) {
        hash(&worker, worker.body, read_file(paths[i], worker.body, largest_file), digest);
        snprintf(path, sizeof path, "%s.headers", paths[i]);
        read_file(path, sidecar, sizeof sidecar);
        snprintf(path, sizeof path, "%s.sig", paths[i]);
        size_t count = read_file(path, sidecar, sizeof sidecar) - 1;
        int length = EVP_DecodeBlock(signature, sidecar, (int)count);
        // The decoder counts padding as bytes.
        for (size_t end = count; length > 0 && sidecar[end - 1] == '='; end--) length--;
        if (EVP_PKEY_verify(worker.operation, signature, (size_t)length, digest, sizeof digest) != 1)
            errx(1, "%s: does not verify", paths[i]);
    }
    return unused;
}

static void on_all_cores(void *(*work)(void *)) {
    pthread_t threads[64];
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    if (count > 64) count = 64;
    for (long i = 0; i < count; i++) pthread_create(&threads[i], NULL, work, NULL);
    for (long i = 0; i < count; i++) pthread_join(threads[i], NULL);
}

/// Writes beside the tree, flushes once, gives the tree its name, and flushes again.
static void sign_tree(const char *folder, const char *tree) {
    char staging[path_capacity];
    snprintf(staging, sizeof staging, "%s.staging", tree);
    destination = staging;
    list(folder, 0);
    on_all_cores(sign_files);
    int root = open(staging, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (root < 0 || syncfs(root) != 0 || rename(staging, tree) != 0 || syncfs(root) != 0) err(1, "%s", tree);
}

static void repeat(const char *path, const char *signature_path, long count) {
    Worker worker = new_worker(EVP_PKEY_verify_init);
    unsigned char signature[largest_signature], digest[32];
    size_t length = read_file(path, worker.body, largest_file);
    size_t signature_length = read_file(signature_path, signature, sizeof signature);
    for (long i = 0; i < count; i++) {
        hash(&worker, worker.body, length, digest);
        if (EVP_PKEY_verify(worker.operation, signature, signature_length, digest, sizeof digest) != 1)
            errx(1, "does not verify");
    }
}

int main(int count, char **arguments) {
    const char *command = count < 4 ? "" : arguments[1];
    checks_signatures = strcmp(command, "check") == 0;
    int is_signing = checks_signatures || strcmp(command, "sign") == 0;
    if (count >= 4) read_key(arguments[2], is_signing);
    if (is_signing && count == 5) {
        sign_tree(arguments[3], arguments[4]);
    } else if (strcmp(command, "verify") == 0) {
        list(arguments[3], 1);
        on_all_cores(verify_files);
    } else if (strcmp(command, "repeat") == 0 && count == 6) {
        repeat(arguments[3], arguments[4], atol(arguments[5]));
    } else {
        errx(64, "usage: peer sign|check KEY FOLDER TREE | verify KEY TREE | repeat KEY FILE SIG N");
    }
}
