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

if ! test -e database.pem; then
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 3650 -subj '/CN=KYC installation' \
    -addext 'keyUsage=critical,keyCertSign' -keyout authority.key -out authority.pem 2>/dev/null
  openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj '/CN=database' \
    -keyout database.key -out database.csr 2>/dev/null
  printf 'subjectAltName=DNS:database\nextendedKeyUsage=serverAuth\n' >database.ext
  openssl x509 -req -in database.csr -CA authority.pem -CAkey authority.key -days 3650 -extfile database.ext \
    -out database.pem 2>/dev/null
  # Another certificate needs another authority: nobody can issue one in the name of this installation.
  rm authority.key database.csr database.ext
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
