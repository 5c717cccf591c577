set -eu
for name in other key; do
    openssl ecparam -name prime256v1 -genkey -noout -out secret.pem
    openssl pkey -in secret.pem -pubout -out $name.pem
done
openssl dgst -sha256 -sign secret.pem -out body.der body
openssl dgst -sha256 -sign secret.pem -out dated.der dated
