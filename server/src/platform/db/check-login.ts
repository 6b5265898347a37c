import { StartError } from '../process/start-error.ts'
import { connectClient } from './connect-client.ts'

/**
 * Refuses a login that could change or remove entries of the audit log: a superuser, an owner of the tables,
 * their schema or the database, or a login that can become one of these (`SET ROLE`, CREATEROLE, predefined
 * roles).
 * @throws StartError that lists these powers
 */
export async function refusePowerfulLogin(url: string): Promise<void> {
  const client = await connectClient({ connectionString: url })
  try {
    const { rows } = await client.query<{ login: string; power: string }>(powers)
    const [first] = rows
    if (!first) return
    const list = rows.map(({ power }) => power).join(', ')
    throw new StartError(
      `The login ${first.login} of DATABASE_URL is too powerful (${list}): use a login that only has the role kyc_app.`,
    )
  } finally {
    await client.end()
  }
}

// MEMBER also covers roles that are not inherited, since SET ROLE reaches them.
const powers = `
  SELECT session_user AS login, power FROM (
    SELECT 'superuser' AS power FROM pg_roles WHERE rolname = session_user AND rolsuper
    UNION ALL
    SELECT 'may create roles' FROM pg_roles WHERE rolname = session_user AND rolcreaterole AND NOT rolsuper
    UNION ALL
    SELECT 'owns the database' FROM pg_database
      WHERE datname = current_database() AND pg_has_role(session_user, datdba, 'MEMBER')
    UNION ALL
    SELECT DISTINCT 'owns the schema ' || nspname FROM pg_namespace
      WHERE nspname = 'public' AND pg_has_role(session_user, nspowner, 'MEMBER')
    UNION ALL
    SELECT DISTINCT 'owns tables' FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
      WHERE relkind IN ('r', 'p') AND nspname NOT LIKE 'pg\\_%' AND nspname <> 'information_schema'
        AND pg_has_role(session_user, relowner, 'MEMBER')
    UNION ALL
    SELECT 'has ' || rolname FROM pg_roles
      WHERE rolname IN ('pg_write_all_data', 'pg_write_server_files', 'pg_execute_server_program')
        AND pg_has_role(session_user, oid, 'MEMBER')
  ) found`
