-- The login that owns the tables, the login of the server, which owns nothing, the role of the server, and the database.
-- For psql as the administrator, with the passwords in the variables owner and server (-v owner=… -v server=…).
SET password_encryption = 'scram-sha-256';
-- The first migration creates the role of the server, unless it exists.
CREATE ROLE kyc_owner LOGIN CREATEROLE PASSWORD :'owner';
CREATE ROLE kyc_server LOGIN PASSWORD :'server';
CREATE ROLE kyc_app NOLOGIN;
GRANT kyc_app TO kyc_owner WITH ADMIN OPTION;
CREATE DATABASE kyc OWNER kyc_owner;
REVOKE ALL ON DATABASE kyc FROM PUBLIC;
GRANT CONNECT ON DATABASE kyc TO kyc_server;
