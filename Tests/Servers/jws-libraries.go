// Shows go-jose every .jws of a folder, in one run; what it prints, jws-libraries.py says.
//
//	jws-libraries FOLDER
//
// Compiled with the code of the article, open_jws.go.
package main

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"gopkg.in/square/go-jose.v2"
)

func main() {
	var keys jose.JSONWebKeySet
	set, err := os.ReadFile(os.Args[1] + "/keys.jwks")
	if err == nil {
		err = json.Unmarshal(set, &keys)
	}
	if err != nil {
		panic(err)
	}
	names, _ := filepath.Glob(os.Args[1] + "/*.jws")
	for _, name := range names {
		file, err := os.ReadFile(name)
		if err != nil {
			panic(err)
		}
		verdict := ""
		if _, body, err := openJWS(string(file), &keys); err != nil {
			verdict = "refused " + strings.Join(strings.Fields(err.Error()), " ")
		} else {
			verdict = fmt.Sprintf("ok %x", sha256.Sum256(body))
		}
		fmt.Printf("%s\t%s\t-\n", filepath.Base(name), verdict)
	}
}
