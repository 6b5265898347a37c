import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { listMigrations } from './migrate.ts'

/** A connection of any login; values may come as text. */
export interface CatalogueClient {
  query(text: string): Promise<{ readonly rows: unknown[] }>
}

const generated = new URL('./catalogue.generated.txt', import.meta.url)
const rowsSchema = z.array(z.object({ line: z.string() }))
const namesSchema = z.array(z.object({ name: z.string() }))

/**
 * Describes what decides who may do what with the tables, and what happens at a write: one sorted line for each column,
 * constraint, trigger, rule, policy, function, owner, grant and attribute. Logins have other names in each
 * installation, so the owner of the tables is `owner`. The texts are the same on PostgreSQL 15 to 18.
 */
export async function describeCatalogue(client: CatalogueClient): Promise<string[]> {
  const { rows } = await client.query(lines)
  const found = rowsSchema.parse(rows).map(({ line }) => line.replaceAll(/\s+/g, ' '))
  return [...new Set(found)].sort()
}

/**
 * Compares the catalogue of a migrated database with that of the migrations (D121): the lines that a person with the
 * owner's login added, and those that are missing. Tables that do not belong to the product are no difference, since
 * nothing of the product uses them.
 */
export async function compareCatalogue(client: CatalogueClient): Promise<string[]> {
  const expected = new Set((await readFile(generated, 'utf8')).split('\n').filter(Boolean))
  const found = await describeCatalogue(client)
  const present = new Set(found)
  const own = new Set([...expected].flatMap((line) => tableOf(line) ?? []))
  const isOwn = (line: string) => own.has(tableOf(line) ?? line) || tableOf(line) === undefined
  const differences = [
    ...found.filter((line) => !expected.has(line) && isOwn(line)).map((line) => `added: ${line}`),
    ...[...expected].filter((line) => !present.has(line)).map((line) => `missing: ${line}`),
  ]
  if (differences.length === 0 || !(await isNewer(client))) return differences
  return differences.filter((line) => newerChanges.test(line))
}

/** The table that a line is about. */
const tableOf = (line: string) => /^table ([^ :]+)/.exec(line)?.[1]

/** A newer version may add to the schema while this one runs, but nothing that acts on the writes of the log. */
const newerChanges = /^\w+: table public\.audit_\w+ (trigger|rule|policy|disabled|inherited|kind)\b/

async function isNewer(client: CatalogueClient): Promise<boolean> {
  const own = new Set(await listMigrations())
  const { rows } = await client.query('SELECT name FROM public.schema_migration')
  return namesSchema.parse(rows).some(({ name }) => !own.has(name))
}

const lines = `
WITH owner AS (SELECT relowner AS id FROM pg_class WHERE oid = 'public.schema_migration'::regclass),
role AS (
  SELECT oid, CASE WHEN rolname = 'kyc_app' THEN 'kyc_app' WHEN oid = (SELECT id FROM owner) THEN 'owner' ELSE rolname END AS name
  FROM pg_roles UNION ALL SELECT 0, 'PUBLIC'),
-- What belongs to an extension is not ours. The owner of the tables could add an own function to an extension, but none in C.
member AS (SELECT classid, objid FROM pg_depend WHERE deptype = 'e' AND refclassid = 'pg_extension'::regclass),
function AS (
  SELECT p.*, 'function public.' || proname || '(' || pg_get_function_identity_arguments(p.oid) || ')' AS name, lanname
  FROM pg_proc p JOIN pg_language l ON l.oid = prolang
  WHERE pronamespace = 'public'::regnamespace
    AND NOT (lanname IN ('c', 'internal') AND (p.tableoid, p.oid) IN (SELECT classid, objid FROM member))),
relation AS (
  SELECT c.*, nspname, 'table ' || nspname || '.' || relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
  WHERE nspname = 'public' AND relkind IN ('r', 'p', 'v', 'm', 'f', 'S')
    AND NOT (relowner <> (SELECT id FROM owner) AND (c.tableoid, c.oid) IN (SELECT classid, objid FROM member)))
SELECT name || ' kind: ' || relkind::text || relpersistence::text || CASE WHEN relrowsecurity THEN ' row security' ELSE '' END
  || CASE WHEN relforcerowsecurity THEN ' forced' ELSE '' END AS line FROM relation
UNION ALL SELECT r.name || ' owner: ' || o.name FROM relation r JOIN role o ON o.oid = relowner
UNION ALL SELECT r.name || ' grant: ' || privilege_type || ' to ' || g.name || CASE WHEN is_grantable THEN ' with grant option' ELSE '' END
  FROM relation r, aclexplode(coalesce(relacl, acldefault(CASE relkind WHEN 'S' THEN 's'::"char" ELSE 'r' END, relowner))) acl
  JOIN role g ON g.oid = acl.grantee WHERE acl.grantee <> relowner
UNION ALL SELECT r.name || ' column ' || attname || ': ' || format_type(atttypid, atttypmod) || CASE WHEN attnotnull THEN ' not null' ELSE '' END
  || CASE WHEN attidentity <> '' THEN ' identity ' || attidentity::text ELSE '' END
  || CASE WHEN attgenerated <> '' THEN ' generated' ELSE '' END || coalesce(' ' || pg_get_expr(adbin, adrelid), '')
  FROM relation r JOIN pg_attribute a ON attrelid = r.oid AND attnum > 0 AND NOT attisdropped
  LEFT JOIN pg_attrdef d ON adrelid = r.oid AND adnum = attnum WHERE nspname = 'public' AND relkind <> 'S'
UNION ALL SELECT r.name || ' column ' || attname || ' grant: ' || privilege_type || ' to ' || g.name
  FROM relation r JOIN pg_attribute a ON attrelid = r.oid AND NOT attisdropped, aclexplode(attacl) acl
  JOIN role g ON g.oid = acl.grantee
UNION ALL SELECT r.name || ' constraint ' || conname || ': ' || pg_get_constraintdef(c.oid)
  FROM relation r JOIN pg_constraint c ON conrelid = r.oid
  WHERE nspname = 'public' AND contype IN ('c', 'f', 'p', 'u', 'x')
UNION ALL SELECT r.name || ' trigger ' || tgname || ': ' || tgenabled::text || ' ' || pg_get_triggerdef(t.oid)
  FROM relation r JOIN pg_trigger t ON tgrelid = r.oid WHERE NOT tgisinternal
UNION ALL SELECT r.name || ' disabled: the trigger of ' || coalesce(conname, tgname)
  FROM relation r JOIN pg_trigger t ON tgrelid = r.oid LEFT JOIN pg_constraint c ON c.oid = tgconstraint
  WHERE tgisinternal AND tgenabled <> 'O'
UNION ALL SELECT r.name || ' rule ' || rulename || ': ' || ev_enabled::text || ' ' || pg_get_ruledef(w.oid)
  FROM relation r JOIN pg_rewrite w ON ev_class = r.oid
UNION ALL SELECT r.name || ' policy ' || polname || ': ' || polcmd::text || CASE WHEN polpermissive THEN ' permissive' ELSE ' restrictive' END
  || coalesce(' using ' || pg_get_expr(polqual, polrelid), '') || coalesce(' check ' || pg_get_expr(polwithcheck, polrelid), '')
  FROM relation r JOIN pg_policy ON polrelid = r.oid
UNION ALL SELECT r.name || ' inherited: by ' || inhrelid::regclass::text
  FROM relation r JOIN pg_inherits ON inhparent = r.oid WHERE nspname = 'public'
UNION ALL SELECT name || ': ' || prokind::text || provolatile::text || ' ' || coalesce(pg_get_function_result(oid), '') || ' ' || lanname
  || CASE WHEN prosecdef THEN ' security definer' ELSE '' END || coalesce(' ' || array_to_string(proconfig, ' '), '')
  || ' ' || encode(sha256(convert_to(prosrc, 'UTF8')), 'hex') FROM function
UNION ALL SELECT f.name || ' owner: ' || o.name FROM function f JOIN role o ON o.oid = proowner
UNION ALL SELECT f.name || ' grant: to ' || g.name
  FROM function f, aclexplode(coalesce(proacl, acldefault('f', proowner))) acl JOIN role g ON g.oid = acl.grantee
  WHERE acl.grantee <> proowner
UNION ALL SELECT 'operator public.' || oprname || ': ' || oprcode::text FROM pg_operator o JOIN pg_proc p ON p.oid = oprcode
  WHERE oprnamespace = 'public'::regnamespace AND (p.tableoid, p.oid) NOT IN (SELECT classid, objid FROM member)
UNION ALL SELECT 'cast ' || castsource::regtype::text || ' to ' || casttarget::regtype::text FROM pg_cast c
  WHERE c.oid >= 16384 AND (c.tableoid, c.oid) NOT IN (SELECT classid, objid FROM member)
UNION ALL SELECT 'schema ' || nspname || ' grant: ' || privilege_type || ' to ' || g.name
  FROM pg_namespace n, aclexplode(coalesce(nspacl, acldefault('n', nspowner))) acl JOIN role g ON g.oid = acl.grantee
  WHERE nspname = 'public' AND acl.grantee <> nspowner AND acl.grantee <> (SELECT id FROM owner)
UNION ALL SELECT 'default privileges of ' || o.name || coalesce(' in ' || nspname, '') || ' on ' || defaclobjtype::text || ': ' || privilege_type || ' to ' || g.name
  FROM pg_default_acl d JOIN role o ON o.oid = defaclrole LEFT JOIN pg_namespace n ON n.oid = defaclnamespace, aclexplode(defaclacl) acl
  JOIN role g ON g.oid = acl.grantee WHERE acl.grantee <> defaclrole AND coalesce(nspname, 'public') = 'public'
UNION ALL SELECT 'event trigger ' || evtname || ': ' || evtenabled::text || ' ' || evtfoid::regproc::text FROM pg_event_trigger WHERE evtevent = 'login'
UNION ALL SELECT 'role kyc_app may: ' || power FROM pg_roles, unnest(ARRAY[
    CASE WHEN rolsuper THEN 'everything' END, CASE WHEN rolcreaterole THEN 'create roles' END,
    CASE WHEN rolcreatedb THEN 'create databases' END, CASE WHEN rolreplication THEN 'replicate' END,
    CASE WHEN rolbypassrls THEN 'bypass policies' END]) power WHERE rolname = 'kyc_app' AND power IS NOT NULL
UNION ALL SELECT 'role kyc_app is: ' || r.name FROM pg_auth_members m JOIN role r ON r.oid = m.roleid
  WHERE m.member = (SELECT oid FROM pg_roles WHERE rolname = 'kyc_app')
UNION ALL SELECT 'setting of ' || coalesce(r.name, 'all logins') || ': ' || setting
  FROM pg_db_role_setting LEFT JOIN role r ON r.oid = setrole AND setrole <> 0, unnest(setconfig) setting
  WHERE setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))
    AND split_part(setting, '=', 1) IN ('search_path', 'session_replication_role', 'session_preload_libraries', 'local_preload_libraries')`
