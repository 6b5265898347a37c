import type { TestApp } from './test-app.ts'

/** Moves the clock of the rules that the database itself checks, such as the end of a retention (D119). */
export async function moveDatabase({ sql }: Pick<TestApp, 'sql'>, at: Date): Promise<void> {
  await sql(`CREATE OR REPLACE FUNCTION database_now() RETURNS timestamptz LANGUAGE sql STABLE
    AS $$ SELECT timestamptz '${at.toISOString()}' $$`)
}

/** Gives the database its clock back. */
export async function resetDatabaseClock({ sql }: Pick<TestApp, 'sql'>): Promise<void> {
  await sql(`CREATE OR REPLACE FUNCTION database_now() RETURNS timestamptz LANGUAGE sql STABLE
    AS 'SELECT pg_catalog.now()'`)
}
