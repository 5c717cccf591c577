// libcrypto as Signet uses it: OpenSSL 3 EVP calls only. The functions below wrap what Swift cannot
// import (variadic functions, composite macros) or cannot call without a chain of raw pointers.
#ifndef SIGNET_CLIBCRYPTO_SHIM_H
#define SIGNET_CLIBCRYPTO_SHIM_H

#define OPENSSL_API_COMPAT 30000
#define OPENSSL_NO_DEPRECATED

#include <openssl/bio.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/params.h>
#include <openssl/pem.h>
#include <stddef.h>
#include <stdint.h>

// Starts libcrypto without reading openssl.cnf: neither that file nor OPENSSL_CONF may change what verifies. At the
// end of the process nothing is torn down: keys are wiped by their owners, and other threads may still be running.
static inline int signet_libcrypto_start(void) {
    return OPENSSL_init_crypto(OPENSSL_INIT_NO_LOAD_CONFIG | OPENSSL_INIT_NO_ATEXIT, NULL);
}

// A P-256 public key from its uncompressed point; NULL when the point is not on the curve.
static inline EVP_PKEY *signet_p256_public_key(const uint8_t *point, size_t length) {
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, (char *)"prime256v1", 0),
        OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, (void *)point, length),
        OSSL_PARAM_construct_end(),
    };
    EVP_PKEY *key = NULL;
    EVP_PKEY_CTX *making = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    if (making == NULL || EVP_PKEY_fromdata_init(making) != 1 ||
        EVP_PKEY_fromdata(making, &key, EVP_PKEY_PUBLIC_KEY, parameters) != 1) {
        EVP_PKEY_free(key);
        key = NULL;
    }
    EVP_PKEY_CTX_free(making);
    if (key != NULL) {
        EVP_PKEY_CTX *checking = EVP_PKEY_CTX_new_from_pkey(NULL, key, NULL);
        if (checking == NULL || EVP_PKEY_public_check_quick(checking) != 1) {
            EVP_PKEY_free(key);
            key = NULL;
        }
        EVP_PKEY_CTX_free(checking);
    }
    ERR_clear_error();
    return key;
}

static inline EVP_PKEY *signet_p256_generate(void) {
    return EVP_PKEY_Q_keygen(NULL, NULL, "EC", "prime256v1");
}

// Writes the 65 bytes of the uncompressed point of `key`; 1 when done.
static inline int signet_p256_point(EVP_PKEY *key, uint8_t *point, size_t capacity) {
    size_t length = 0;
    return EVP_PKEY_set_utf8_string_param(key, OSSL_PKEY_PARAM_EC_POINT_CONVERSION_FORMAT, "uncompressed") == 1 &&
           EVP_PKEY_get_octet_string_param(key, OSSL_PKEY_PARAM_PUB_KEY, point, capacity, &length) == 1 &&
           length == capacity;
}

// 1 when the private scalar is in range and belongs to the public point.
static inline int signet_private_key_is_consistent(EVP_PKEY *key) {
    EVP_PKEY_CTX *checking = EVP_PKEY_CTX_new_from_pkey(NULL, key, NULL);
    int consistent = checking != NULL && EVP_PKEY_private_check(checking) == 1 && EVP_PKEY_pairwise_check(checking) == 1;
    EVP_PKEY_CTX_free(checking);
    ERR_clear_error();
    return consistent;
}

// Never asks at a terminal: an encrypted key without a passphrase fails.
static inline int signet_passphrase(char *buffer, int size, int writing, void *passphrase) {
    (void)writing;
    if (passphrase == NULL) return -1;
    size_t length = 0;
    for (const char *c = (const char *)passphrase; c[length] != 0; length++) {
        if (length == (size_t)size) return -1;
    }
    for (size_t i = 0; i < length; i++) buffer[i] = ((const char *)passphrase)[i];
    return (int)length;
}

static inline EVP_PKEY *signet_read_private_key(const uint8_t *pem, size_t length, const char *passphrase) {
    BIO *input = BIO_new_mem_buf(pem, (int)length);
    EVP_PKEY *key = input == NULL ? NULL : PEM_read_bio_PrivateKey(input, NULL, signet_passphrase, (void *)passphrase);
    BIO_free(input);
    ERR_clear_error();
    return key;
}

// PKCS#8 PEM of `key` in a new memory BIO, encrypted with AES-256 when there is a passphrase.
static inline BIO *signet_write_private_key(EVP_PKEY *key, const char *passphrase, size_t length) {
    BIO *output = BIO_new(BIO_s_secmem());
    if (output == NULL) return NULL;
    int done = PEM_write_bio_PKCS8PrivateKey(output, key, passphrase == NULL ? NULL : EVP_aes_256_cbc(),
                                             passphrase, (int)length, NULL, NULL);
    if (done == 1) return output;
    BIO_free(output);
    ERR_clear_error();
    return NULL;
}

static inline size_t signet_bio_contents(BIO *bio, const uint8_t **start) {
    char *data = NULL;
    long length = BIO_get_mem_data(bio, &data);
    *start = (const uint8_t *)data;
    return length < 0 ? 0 : (size_t)length;
}

#endif
