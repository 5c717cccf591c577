// The schemas of documents, which are files beside the vectors, articles, the codes of findings, what is said of commands, scripts
// of shells, the page of a plan, pipelines and what policies start from. As literals in Swift they would take the compiler
// seconds, and no editor would know what they are.
#include "CResources.h"
#include <string.h>

// Clang 19 and later has it in every version of C.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char ABadNight[] = {
#embed "../signet/signet.docc/ABadNight.md"
};
static const unsigned char Documents[] = {
#embed "../signet/signet.docc/Documents.md"
};
static const unsigned char Policy[] = {
#embed "../signet/signet.docc/Policy.md"
};
static const unsigned char app_config[] = {
#embed "../../Tests/Schemas/app-config.schema.json"
};
static const unsigned char availability_android[] = {
#embed "../../Tests/Schemas/availability-android.schema.json"
};
static const unsigned char availability_ios[] = {
#embed "../../Tests/Schemas/availability-ios.schema.json"
};
static const unsigned char bundles[] = {
#embed "../../Tests/Schemas/bundles.schema.json"
};
static const unsigned char environment_config[] = {
#embed "../../Tests/Schemas/environment-config.schema.json"
};
static const unsigned char firebase_template[] = {
#embed "../../Tests/Schemas/firebase-template.schema.json"
};
static const unsigned char gate_android[] = {
#embed "../../Tests/Schemas/gate-android.schema.json"
};
static const unsigned char gate_ios[] = {
#embed "../../Tests/Schemas/gate-ios.schema.json"
};
static const unsigned char keyring[] = {
#embed "../../Tests/Schemas/keyring.schema.json"
};
static const unsigned char publication[] = {
#embed "../../Tests/Schemas/publication.schema.json"
};
static const unsigned char remote_config[] = {
#embed "../../Tests/Schemas/remote-config.schema.json"
};
static const unsigned char web_bundle_index[] = {
#embed "../../Tests/Schemas/web-bundle-index.schema.json"
};
static const unsigned char web_bundle_manifest[] = {
#embed "../../Tests/Schemas/web-bundle-manifest.schema.json"
};
static const unsigned char codes[] = {
#embed "findings/codes.txt"
};
static const unsigned char commands[] = {
#embed "help/commands.txt"
};
static const unsigned char completions_bash[] = {
#embed "completions/signet.bash"
};
static const unsigned char completions_zsh[] = {
#embed "completions/signet.zsh"
};
static const unsigned char initial_catalog[] = {
#embed "initial/Descriptions.xcstrings"
};
static const unsigned char initial_policy[] = {
#embed "initial/policy.json"
};
static const unsigned char page_css[] = {
#embed "page/page.css"
};
static const unsigned char page_js[] = {
#embed "page/page.js"
};
static const unsigned char pipeline_github[] = {
#embed "pipeline/github.yml"
};
static const unsigned char pipeline_github_bundle[] = {
#embed "pipeline/github-bundle.yml"
};
static const unsigned char pipeline_gitlab[] = {
#embed "pipeline/gitlab.yml"
};
static const unsigned char pipeline_gitlab_bundle[] = {
#embed "pipeline/gitlab-bundle.yml"
};
static const unsigned char starter_catalog[] = {
#embed "starter/Descriptions.xcstrings"
};
static const unsigned char starter_policy[] = {
#embed "starter/policy.json"
};
static const unsigned char starter_support[] = {
#embed "starter/static/support.json"
};

#define NAMED(name, bytes) { name, bytes, sizeof bytes }
static const struct {
    const char *name;
    const unsigned char *bytes;
    size_t count;
} files[] = {
    NAMED("ABadNight.md", ABadNight),
    NAMED("Documents.md", Documents),
    NAMED("Policy.md", Policy),
    NAMED("app-config.schema.json", app_config),
    NAMED("availability-android.schema.json", availability_android),
    NAMED("availability-ios.schema.json", availability_ios),
    NAMED("bundles.schema.json", bundles),
    NAMED("environment-config.schema.json", environment_config),
    NAMED("firebase-template.schema.json", firebase_template),
    NAMED("gate-android.schema.json", gate_android),
    NAMED("gate-ios.schema.json", gate_ios),
    NAMED("keyring.schema.json", keyring),
    NAMED("publication.schema.json", publication),
    NAMED("remote-config.schema.json", remote_config),
    NAMED("web-bundle-index.schema.json", web_bundle_index),
    NAMED("web-bundle-manifest.schema.json", web_bundle_manifest),
    NAMED("codes.txt", codes),
    NAMED("commands.txt", commands),
    NAMED("signet.bash", completions_bash),
    NAMED("signet.zsh", completions_zsh),
    NAMED("initial/Descriptions.xcstrings", initial_catalog),
    NAMED("initial/policy.json", initial_policy),
    NAMED("page.css", page_css),
    NAMED("page.js", page_js),
    NAMED("pipeline/github.yml", pipeline_github),
    NAMED("pipeline/github-bundle.yml", pipeline_github_bundle),
    NAMED("pipeline/gitlab.yml", pipeline_gitlab),
    NAMED("pipeline/gitlab-bundle.yml", pipeline_gitlab_bundle),
    NAMED("starter/Descriptions.xcstrings", starter_catalog),
    NAMED("starter/policy.json", starter_policy),
    NAMED("starter/static/support.json", starter_support),
};

const unsigned char *signet_resource(const char *name, size_t *count) {
    for (size_t index = 0; index < sizeof files / sizeof *files; index++) {
        if (strcmp(files[index].name, name) != 0) continue;
        *count = files[index].count;
        return files[index].bytes;
    }
    return NULL;
}

size_t signet_paragraph(const unsigned char *text, size_t count) {
    for (size_t length = 0; length + 1 < count; length++) {
        if (text[length] == '\n' && text[length + 1] == '\n') return length;
    }
    return count;
}
