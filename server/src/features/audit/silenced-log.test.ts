import { expect, test } from 'vitest'
import { registerPerformer } from '../../testing/app/factories.ts'
import { sealLog } from '../../testing/app/seal-log.ts'
import { useStage } from '../../testing/app/test-app.ts'
import { verifyLog } from './verify/verify-log.ts'

const { app, user } = useStage({ user: 'user' })

const count = async (table: string) =>
  (await app.sql<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`))[0]?.n

const trigger = (table: string) => `
  CREATE OR REPLACE FUNCTION planted() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
  CREATE TRIGGER planted BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION planted()`

test.each([
  [trigger('audit_event'), 'DROP TRIGGER planted ON audit_event'],
  [trigger('audit_pii'), 'DROP TRIGGER planted ON audit_pii'],
  ['CREATE RULE planted AS ON INSERT TO audit_event DO INSTEAD NOTHING', 'DROP RULE planted ON audit_event'],
  ['CREATE RULE planted AS ON INSERT TO audit_pii DO INSTEAD NOTHING', 'DROP RULE planted ON audit_pii'],
])('an act whose entry the owner of the database suppresses fails: %s', async (plant, remove) => {
  const { id, version } = await registerPerformer(user)
  await sealLog(app)
  await app.sql(plant)
  const before = await count('audit_pii')
  const view = await user.get(`/api/performers/${id}`)
  const download = await user.get(`/api/performers/${id}/documents/idFront?download=1`)
  const write = await user.patch(`/api/performers/${id}`, { version, lastName: '変更', reason: null })
  const { report } = await verifyLog(app.services)
  await app.sql(remove)
  for (const { status } of [view, download, write])
    expect(status, JSON.stringify(view.json)).toBeGreaterThanOrEqual(500)
  expect(JSON.stringify([view.json, download.json])).not.toContain('山田')
  expect(await count('audit_pii')).toBe(before)
  const [row] = await app.sql<{ last_name: string }>('SELECT last_name FROM performer WHERE id = $1', [id])
  expect(row?.last_name).not.toBe('変更')
  expect(report.faults).toContainEqual(
    expect.objectContaining({
      kind: 'schema',
      detail: expect.stringMatching(/^added: table public.audit_\w+ (trigger|rule) planted/),
    }),
  )
})
