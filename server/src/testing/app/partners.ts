import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CreatedPartner, createPartner } from '../../features/partners/create-partner.ts'
import { writeDelivery } from '../../features/partners/deliveries/deliver.ts'
import type { PartnerServices } from '../../features/partners/partner-services.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { PartnerDouble } from '../doubles/partner-double.ts'

export interface PartnerSettings extends AsyncDisposable {
  readonly env: Readonly<Record<string, string>>
}

/** The test settings that let callbacks reach `partners` on this machine; kept until a start has read them. */
export async function settingsFor(...partners: readonly PartnerDouble[]): Promise<PartnerSettings> {
  const folder = await mkdtemp(join(tmpdir(), 'kyc-ca-'))
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

/** A test partner whose callbacks go to `origin`. */
export function registerPartner(services: PartnerServices, origin: string): Promise<CreatedPartner> {
  const companyId = `company-${++partners}`
  const origins = { callbackOrigins: [origin], redirectOrigins: [], referrerOrigins: [] }
  const body = { companyId, name: `提携先 ${partners}`, mode: 'test', ...origins } as const
  return createPartner(services, { body, actor: null, ip: null })
}

/** What a partner is told of somebody, as a delivery that waits for its first attempt. */
export async function insertDelivery(
  services: PartnerServices,
  { partner }: Pick<CreatedPartner, 'partner'>,
  path = '/kyc/result',
): Promise<string> {
  const { id } = await inTransaction(services.db, (tx) =>
    writeDelivery(services, tx, {
      partnerId: partner.id,
      event: 'kyc.auth_result',
      url: `${partner.callbackOrigins[0]}${path}`,
      payload: {
        companyId: partner.companyId,
        subject: 'the-subject',
        result: {
          ...{ user_id: 'user-1', firebase_uid: 'uid-1', email: 'hanako@example.com' },
          ...{ display_name: '試験 花子', photo_url: null, session_id: null },
          ...{ timestamp: services.clock.now().toISOString(), status: 'success' },
        },
      },
    }),
  )
  return id
}
