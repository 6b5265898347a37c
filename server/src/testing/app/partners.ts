import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CreatedPartner, createPartner } from '../../features/partners/create-partner.ts'
import { attemptDelivery } from '../../features/partners/deliveries/attempt-delivery.ts'
import { type AttemptReason, claimDelivery } from '../../features/partners/deliveries/claim-delivery.ts'
import { enqueueDelivery } from '../../features/partners/deliveries/deliver.ts'
import type { PartnerServices } from '../../features/partners/partner-services.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { PartnerDouble } from '../doubles/partner-double.ts'
import type { TestClock } from './test-clock.ts'

interface PartnerSettings extends AsyncDisposable {
  readonly env: Readonly<Record<string, string>>
}

/** Settings that allow callbacks to `partners` on this machine. Dispose them once the server has read them. */
export async function settingsFor(...partners: readonly PartnerDouble[]): Promise<PartnerSettings> {
  const folder = await mkdtemp(join(tmpdir(), 'kyc-ca-'))
  await chmod(folder, 0o755) // a product that root starts reads it as another account
  const file = join(folder, 'ca.pem')
  await writeFile(file, partners.map(({ ca }) => ca).join('\n'))
  return {
    env: {
      CALLBACK_LOCAL_ADDRESSES: partners.map(({ address }) => address).join(','),
      CALLBACK_CA_FILE: file,
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}

let partners = 0

/** Registers a test partner whose callbacks go to `origin`. */
export function registerPartner(services: PartnerServices, origin: string): Promise<CreatedPartner> {
  const companyId = `company-${++partners}`
  const origins = { callbackOrigins: [origin], redirectOrigins: [], referrerOrigins: [] }
  const body = { companyId, name: `提携先 ${partners}`, mode: 'test', ...origins } as const
  return createPartner(services, { body, actor: null, ip: null })
}

/** Inserts a delivery that is due for its first attempt. */
export async function insertDelivery(
  services: PartnerServices,
  { partner }: Pick<CreatedPartner, 'partner'>,
  path = '/kyc/result',
): Promise<string> {
  const at = services.clock.now()
  return inTransaction(services.db, (tx) =>
    enqueueDelivery(services, tx, {
      at,
      partnerId: partner.id,
      event: 'kyc.auth_result',
      url: `${partner.callbackOrigins[0]}${path}`,
      payload: {
        companyId: partner.companyId,
        subject: 'the-subject',
        result: {
          user_id: 'user-1',
          user_id_verified: false,
          firebase_uid: 'uid-1',
          email: 'hanako@example.com',
          display_name: '試験 花子',
          photo_url: null,
          session_id: null,
          timestamp: at.toISOString(),
          status: 'success',
        },
      },
    }),
  )
}

/** Attempts a delivery once if it can be claimed now. Returns whether it has been delivered. */
export async function attemptNow(
  services: PartnerServices,
  id: string,
  reason: AttemptReason = 'request',
): Promise<boolean> {
  const claim = await inTransaction(services.db, (tx) => claimDelivery(services, tx, id, reason))
  if (claim) await attemptDelivery(services, claim)
  const row = services.db.selectFrom('delivery').select('state').where('id', '=', id)
  return (await row.executeTakeFirstOrThrow()).state === 'delivered'
}

/** Moves the clock to the next attempt of a delivery and runs that attempt. */
export async function attemptWhenDue(
  services: PartnerServices,
  clock: TestClock,
  id: string,
): Promise<boolean> {
  const row = services.db.selectFrom('delivery').select('next_attempt_at').where('id', '=', id)
  const { next_attempt_at } = await row.executeTakeFirstOrThrow()
  if (!next_attempt_at) throw new Error('the delivery has no next attempt')
  clock.moveTo(next_attempt_at)
  return attemptNow(services, id, 'schedule')
}
