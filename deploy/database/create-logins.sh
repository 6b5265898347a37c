#!/bin/sh
# Runs once in compose.yaml, when the database is created. Both logins use TLS only.
set -eu
psql --username postgres --no-psqlrc --quiet --set ON_ERROR_STOP=1 \
  --set owner="$(cat /run/kyc/database-owner-password)" \
  --set server="$(cat /run/kyc/database-server-password)" \
  --file /usr/local/share/create-logins.sql
sed -i 's/^host all all all .*/hostssl all all all scram-sha-256/' "$PGDATA/pg_hba.conf"
