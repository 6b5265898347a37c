import { beforeAll, expect, test } from 'vitest'
import { useStage } from '../../testing/app/test-app.ts'
import { encryptBox } from '../crypto/encrypted-box.ts'
import { inTransaction } from '../db/transaction.ts'
import { newId } from '../ids.ts'
import { deleteMailsAbout, mailContext } from '../mail/mail-outbox.ts'
import { adoptOldJobs } from './adopt-old-jobs.ts'

const { app } = useStage()
beforeAll(async () => {
  // The tables of older servers, as far as they are read.
  await app.sql(`CREATE SCHEMA pgboss`)
  await app.sql(`CREATE TYPE pgboss.job_state AS ENUM ('created', 'retry', 'active', 'completed', 'failed')`)
  await app.sql(`CREATE TABLE pgboss.job (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), name text, data jsonb,
    state pgboss.job_state DEFAULT 'created', created_on timestamptz DEFAULT now())`)
  await app.sql('GRANT USAGE ON SCHEMA pgboss TO kyc_app')
  await app.sql('GRANT SELECT, DELETE ON pgboss.job TO kyc_app')
})

/** Enqueues a job as an older server does. */
async function enqueueOld(name: string, data: object, state = 'created'): Promise<void> {
  await app.sql('INSERT INTO pgboss.job (name, data, state) VALUES ($1, $2, $3)', [name, data, state])
}

function oldMail(subject: string, about?: string[]) {
  const id = newId()
  const mail = { to: 'a@example.com', subject, text: 't', html: 'h' }
  const keys = app.services.keyRing.boxKeys('mail-queue')
  const box = encryptBox(keys, Buffer.from(JSON.stringify(mail)), mailContext(id)).toString('base64')
  return { id, box, ...(about && { about }) }
}

const subjects = async () => (await app.mails()).map(({ subject }) => subject)

test('the jobs that an older server has left are adopted once, those that ended are not', async () => {
  await enqueueOld('mail', oldMail('waiting'))
  await enqueueOld('mail', oldMail('waiting for a retry'), 'retry')
  await enqueueOld('mail', oldMail('its process died'), 'active')
  await enqueueOld('mail', oldMail('failed, with a copy among the dead letters'), 'failed')
  await enqueueOld('mail.dead', oldMail('dead'))
  await enqueueOld('password-reset', { accountId: null })
  await enqueueOld('of another version', {})
  for (let n = 0; n < 2; n++) await inTransaction(app.services.db, adoptOldJobs)
  expect(await subjects()).toEqual(['waiting', 'waiting for a retry', 'its process died'])
  const others = 'SELECT queue, data FROM outbox WHERE box IS NULL OR ended_at < now() ORDER BY queue'
  expect(await app.sql(others)).toEqual([
    { queue: 'mail', data: {} },
    { queue: 'password-reset', data: { accountId: null } },
  ])
  expect(await app.sql('SELECT name FROM pgboss.job ORDER BY name')).toEqual([
    { name: 'mail' },
    { name: 'of another version' },
  ])
  await app.sql('DELETE FROM outbox')
})

test('the destruction of a record also deletes mails about it that an older server has left', async () => {
  const [destroyed, other] = [newId(), newId()]
  await enqueueOld('mail', oldMail('about both', [other, destroyed]))
  await enqueueOld('mail.dead', oldMail('about it', [destroyed]))
  await enqueueOld('mail', oldMail('about another', [other]))
  await inTransaction(app.services.db, (tx) => deleteMailsAbout(tx, destroyed))
  expect(await subjects()).toEqual(['about another'])
  expect(await app.sql('SELECT FROM outbox')).toHaveLength(1)
})
