// Private keys on PKCS#11 tokens, through libcrypto: its store where a PKCS#11 provider is installed, else its engine
// "pkcs11". Engines are deprecated since OpenSSL 3.0 and gone in 4; without them (OPENSSL_NO_ENGINE) the functions below
// have no engine to offer. Nothing else of Signet calls what is deprecated.
#ifndef SIGNET_CLIBCRYPTOENGINE_SHIM_H
#define SIGNET_CLIBCRYPTOENGINE_SHIM_H

#define OPENSSL_SUPPRESS_DEPRECATED

#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/opensslv.h>
#include <openssl/provider.h>
#include <openssl/store.h>
#include <openssl/ui.h>
#include <openssl/x509.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if !defined(OPENSSL_NO_ENGINE) && OPENSSL_VERSION_MAJOR < 4
#define SIGNET_HAS_ENGINES 1
#include <openssl/engine.h>
#endif

// What is given when a token asks for its PIN, NULL for nothing, and whether it has asked.
typedef struct {
    const char *pin;
    int was_asked;
} signet_pin_request;

// Gives the PIN where libcrypto would else ask at a terminal.
static inline int signet_give_pin(char *buffer, int size, int writing, void *data) {
    (void)writing;
    signet_pin_request *request = (signet_pin_request *)data;
    if (request == NULL) return -1;
    request->was_asked = 1;
    if (request->pin == NULL) return -1;
    size_t length = strlen(request->pin);
    if (size < 0 || length > (size_t)size) return -1;
    memcpy(buffer, request->pin, length);
    return (int)length;
}

static inline UI_METHOD *signet_pin_method(void) {
    return UI_UTIL_wrap_read_pem_callback(signet_give_pin, 0);
}

// The first PKCS#11 return value about a PIN, CKR_PIN_INCORRECT to CKR_PIN_LOCKED, among the errors so far, which are
// forgotten; 0 when there is none. Engines and providers report under numbers that libcrypto gives them when they load.
static inline unsigned long signet_take_pin_failure(void) {
    unsigned long found = 0, error;
    while ((error = ERR_get_error()) != 0) {
        unsigned long reason = (unsigned long)ERR_GET_REASON(error);
        if (found == 0 && ERR_GET_LIB(error) >= ERR_LIB_USER && reason >= 0xA0 && reason <= 0xA4) found = reason;
    }
    return found;
}

// MARK: The store

// A library context of its own for the PKCS#11 provider, so that the provider has no part in anything that verifies;
// NULL when none is installed.
static inline OSSL_LIB_CTX *signet_token_library(void) {
    OSSL_LIB_CTX *library = OSSL_LIB_CTX_new();
    if (library != NULL &&
        (OSSL_PROVIDER_load(library, "default") == NULL || OSSL_PROVIDER_load(library, "pkcs11") == NULL)) {
        OSSL_LIB_CTX_free(library);
        library = NULL;
    }
    ERR_clear_error();
    return library;
}

// The first private key behind `uri`. The property keeps the loader of files out, which would else be tried first, with
// the URI as the name of a file.
static inline EVP_PKEY *signet_store_private_key(OSSL_LIB_CTX *library, const char *uri, const UI_METHOD *method,
                                                 signet_pin_request *request) {
    EVP_PKEY *key = NULL;
    OSSL_STORE_CTX *store =
        OSSL_STORE_open_ex(uri, library, "provider=pkcs11", method, request, NULL, NULL, NULL);
    if (store == NULL) return NULL;
    OSSL_STORE_expect(store, OSSL_STORE_INFO_PKEY);
    while (key == NULL && !OSSL_STORE_eof(store) && !OSSL_STORE_error(store)) {
        OSSL_STORE_INFO *info = OSSL_STORE_load(store);
        if (info != NULL && OSSL_STORE_INFO_get_type(info) == OSSL_STORE_INFO_PKEY) key = OSSL_STORE_INFO_get1_PKEY(info);
        OSSL_STORE_INFO_free(info);
    }
    OSSL_STORE_close(store);
    return key;
}

// MARK: The engine

// Whether this libcrypto has engines at all.
static inline int signet_has_engines(void) {
#ifdef SIGNET_HAS_ENGINES
    return 1;
#else
    return 0;
#endif
}

// The engine "pkcs11", ready and silent; NULL when it is not installed or this libcrypto has no engines. There is one
// for the whole process: it cannot be loaded a second time.
static inline void *signet_engine_start(void) {
#ifdef SIGNET_HAS_ENGINES
    ENGINE *engine = ENGINE_by_id("pkcs11");
    if (engine != NULL) ENGINE_ctrl_cmd_string(engine, "QUIET", NULL, 1);
    if (engine != NULL && ENGINE_init(engine) != 1) {
        ENGINE_free(engine);
        engine = NULL;
    }
    ERR_clear_error();
    return engine;
#else
    return NULL;
#endif
}

// Lets the engine log in with this PIN, also where a key could be seen without it; 1 when done.
static inline int signet_engine_set_pin(void *engine, const char *pin) {
#ifdef SIGNET_HAS_ENGINES
    return ENGINE_ctrl_cmd_string((ENGINE *)engine, "PIN", pin, 0) == 1 &&
           ENGINE_ctrl_cmd_string((ENGINE *)engine, "FORCE_LOGIN", NULL, 1) == 1;
#else
    (void)engine, (void)pin;
    return 0;
#endif
}

static inline EVP_PKEY *signet_engine_private_key(void *engine, const char *uri, UI_METHOD *method,
                                                  signet_pin_request *request) {
#ifdef SIGNET_HAS_ENGINES
    return ENGINE_load_private_key((ENGINE *)engine, uri, method, request);
#else
    (void)engine, (void)uri, (void)method, (void)request;
    return NULL;
#endif
}

// MARK: The key

// Writes the SubjectPublicKeyInfo of the public half and gives its length; 0 when there is none or it is longer.
static inline size_t signet_token_public_key(EVP_PKEY *key, uint8_t *info, size_t capacity) {
    int length = i2d_PUBKEY(key, NULL);
    if (length <= 0 || (size_t)length > capacity) length = 0;
    if (length > 0) length = i2d_PUBKEY(key, &info);
    ERR_clear_error();
    return length < 0 ? 0 : (size_t)length;
}

// Signs a digest and gives the length of the signature; 0 when it fails.
static inline size_t signet_token_sign(OSSL_LIB_CTX *library, EVP_PKEY *key, const uint8_t *digest, size_t count,
                                       uint8_t *signature, size_t capacity) {
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_pkey(library, key, NULL);
    size_t length = capacity;
    int done = context != NULL && EVP_PKEY_sign_init(context) == 1 &&
               EVP_PKEY_sign(context, signature, &length, digest, count) == 1;
    EVP_PKEY_CTX_free(context);
    ERR_clear_error();
    return done ? length : 0;
}

#endif
