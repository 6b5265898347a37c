#!/bin/sh
# Runs once, when the database is created: the login that owns the tables, the login of the server, which owns nothing, and
# the role of the server. Both log in over TLS only.
set -eu
psql --username postgres --no-psqlrc --quiet --set ON_ERROR_STOP=1 \
  --set owner="$(cat /run/kyc/database-owner-password)" \
  --set server="$(cat /run/kyc/database-server-password)" <<'SQL'
SET password_encryption = 'scram-sha-256';
-- The first migration creates the role of the server, unless it exists.
CREATE ROLE kyc_owner LOGIN CREATEROLE PASSWORD :'owner';
CREATE ROLE kyc_server LOGIN PASSWORD :'server';
CREATE ROLE kyc_app NOLOGIN;
GRANT kyc_app TO kyc_owner WITH ADMIN OPTION;
CREATE DATABASE kyc OWNER kyc_owner;
REVOKE ALL ON DATABASE kyc FROM PUBLIC;
GRANT CONNECT ON DATABASE kyc TO kyc_server;
SQL
sed -i 's/^host all all all .*/hostssl all all all scram-sha-256/' "$PGDATA/pg_hba.conf"
