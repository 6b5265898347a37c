#!/bin/sh
# Creates the secrets of deploy/compose.yaml once, in deploy/secrets: passwords, the master key, and an authority with a
# certificate for the database. Existing files are kept. Run it as root: sudo sh deploy/prepare.sh
set -eu
umask 077
folder=${1:-$(dirname "$0")/secrets}
product=10001 # the account of the image
# optional: the files that deploy/settings.env names.
mkdir -p "$folder/optional"
cd "$folder"

random() { openssl rand -hex 24; }
# Writes stdin to a file that does not exist yet.
once() { if test -e "$1"; then cat >/dev/null; else cat >"$1.new" && mv "$1.new" "$1"; fi; }

random | once database-admin-password
random | once database-owner-password
random | once database-server-password
for login in owner server; do
  password=$(cat "database-$login-password")
  echo "postgres://kyc_$login:$password@database/kyc?sslmode=verify-full" | once "database-$login-url"
done
openssl rand -base64 32 | once master-key

# The authority signs both certificates and loses its key, so that no further one can be issued in the name of this installation.
certificate() { # file, host
  openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj "/CN=$2" -keyout "$1.key" -out "$1.csr" 2>/dev/null
  printf 'subjectAltName=DNS:%s\nextendedKeyUsage=serverAuth\n' "$2" >"$1.ext"
  openssl x509 -req -in "$1.csr" -CA authority.pem -CAkey authority.key -days 3650 -extfile "$1.ext" -out "$1.pem" 2>/dev/null
  rm "$1.csr" "$1.ext"
}
if ! test -e store.pem; then
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 3650 -subj '/CN=KYC installation' \
    -addext 'keyUsage=critical,keyCertSign' -keyout authority.key -out authority.pem 2>/dev/null
  certificate database database
  certificate store gateway
  rm authority.key
fi

if ! test -e storage.json; then
  id=$(openssl rand -hex 10) secret=$(random)
  printf '[default]\naws_access_key_id = %s\naws_secret_access_key = %s\n' "$id" "$secret" | once storage-credentials
  printf '{"identities":[{"name":"kyc","credentials":[{"accessKey":"%s","secretKey":"%s"}],"actions":["Read","Write","List","Tagging"]}]}\n' \
    "$id" "$secret" | once storage.json
fi

test -e smtp-url || echo "Write the address of the mail server, smtps://user:password@host, to $(pwd)/smtp-url, and run this again."
if test "$(id -u)" = 0; then
  for file in database-owner-url database-server-url master-key storage-credentials authority.pem smtp-url \
    optional optional/*; do
    if test -e "$file"; then chown "$product:$product" "$file"; fi
  done
else
  echo "Run this as root: the account $product of the image must be able to read its files."
fi
