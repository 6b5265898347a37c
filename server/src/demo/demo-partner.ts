import { access, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { demoAccounts } from '../features/accounts/demo-accounts.ts'
import { foldEmail } from '../features/accounts/fold-email.ts'
import { aboutPartner, byJob } from '../features/audit/about.ts'
import { insertApiKey } from '../features/partners/api-keys.ts'
import { createPartner } from '../features/partners/create-partner.ts'
import { expireAfterOverlap } from '../features/partners/credential-repository.ts'
import { insertSecret } from '../features/partners/secrets.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { writeOnce } from '../platform/files/durable-files.ts'
import type { Services } from '../services.ts'
import { demoPartnerFile } from './partner-site/partner-keys.ts'
import { inThePast, markFirstStart } from './seed.ts'

/** The address of the pages and the callback of `npm run demo:partner`. */
const origin = 'http://localhost:4700'
const companyId = 'demo-partner'
const registeredAt = { daysAgo: 119, clock: '10:00' }

/**
 * Ensures that the demo partner and the file with its key and secret exist. After an interruption between the
 * two, issues new credentials, because keys are stored as hashes only.
 */
export async function seedDemoPartner(services: Services): Promise<void> {
  const path = join(services.config.dataDir, demoPartnerFile)
  const partner = await services.db
    .selectFrom('partner')
    .select('id')
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  if (partner && (await exists(path))) return
  const credentials = partner ? await rotate(services, partner.id) : await create(services)
  await rm(path, { force: true })
  await writeOnce(path, `${JSON.stringify({ companyId, origin, ...credentials }, null, 2)}\n`)
}

interface Credentials {
  readonly apiKey: string
  readonly signingSecret: string
}

async function create(services: Services): Promise<Credentials> {
  const past = inThePast(services, await markFirstStart(services))
  past.moveTo(registeredAt)
  const origins = [origin]
  const { apiKey, signingSecret } = await createPartner(past.services, {
    body: {
      companyId,
      name: 'デモ提携先',
      mode: 'test',
      callbackOrigins: origins,
      redirectOrigins: origins,
      referrerOrigins: origins,
    },
    actor: await superadmin(services),
    ip: null,
  })
  return { apiKey, signingSecret }
}

function rotate(services: Services, partnerId: string): Promise<Credentials> {
  return inTransaction(services.db, async (tx) => {
    await expireAfterOverlap(tx, 'partner_key', partnerId)
    await expireAfterOverlap(tx, 'partner_secret', partnerId)
    const apiKey = await insertApiKey(services, tx, partnerId)
    const signingSecret = await insertSecret(services, tx, partnerId)
    for (const change of ['key_rotated', 'secret_rotated']) {
      await services.audit.record(tx, byJob, 'update', aboutPartner(partnerId), { change })
    }
    return { apiKey, signingSecret }
  })
}

async function superadmin({ db }: Services): Promise<string | null> {
  const account = await db
    .selectFrom('account')
    .select('id')
    .where('email_key', '=', foldEmail(demoAccounts.superadmin.email))
    .executeTakeFirst()
  return account?.id ?? null
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
