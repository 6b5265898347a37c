import { dayInJapan } from '@kyc/contract/dates.ts'
import { rules, rulesVersion } from '@kyc/contract/law-rules.ts'
import { testTitleOf } from '@kyc/contract/partner-api-vocabulary.ts'
import type * as contract from '@kyc/contract/partner-shares.ts'
import type { PartnerTitle, PartnerTitleLine } from '@kyc/contract/partner-shares.ts'
import type { Db } from '../../../platform/db/database.ts'
import { inTransaction, type Tx } from '../../../platform/db/transaction.ts'
import { newId } from '../../../platform/ids.ts'
import { Problem } from '../../../platform/problem.ts'
import { aboutPartner } from '../../audit/about.ts'
import { insertTestEvent } from '../../partners/api/event-repository.ts'
import type { PartnerCall } from '../../partners/api/partner-binding.ts'
import { findTestRecords, insertTestRecord, updateTestRecord } from '../../partners/api/test-records.ts'
import type { TitleServices } from './title-services.ts'

// The titles of a test key (D112) have no video, no share, and no record of a live key. The reference names the
// outcome.

type TestCall = Pick<PartnerCall<typeof contract.getTitle>, 'caller' | 'params' | 'request'>

/** @throws Problem NOT_FOUND */
export async function getTestTitle(db: Db, partnerId: string, reference: string): Promise<PartnerTitle> {
  const of = { partnerId, kind: 'title', userId: reference } as const
  const [found] = await findTestRecords(db, of, { before: undefined, limit: 1 })
  if (!found) throw new Problem('NOT_FOUND')
  return found.shown
}

export function testTitleLine({
  records: _records,
  publication: _publication,
  stops: _stops,
  ...line
}: PartnerTitle): PartnerTitleLine {
  return line
}

/** Invents a title with the outcome of its reference, and writes its events; a repeat invents no second one. */
export function nameTestTitle(services: TitleServices, call: TestCall): Promise<PartnerTitle> {
  const { partner } = call.caller
  const { reference } = call.params
  return inTransaction(services.db, async (tx) => {
    const of = { partnerId: partner.id, kind: 'title', userId: reference } as const
    const [existing] = await findTestRecords(tx, of, { before: undefined, limit: 1 })
    if (existing) return existing.shown
    const { state, events } = testTitleOf(reference)
    const shown = testTitle(reference, services.clock.now())
    if (state !== null) await insertTestRecord(tx, of, shown)
    const event = { partnerId: partner.id, objectId: shown.id, userId: null, expiresOn: null } as const
    for (const type of events) await insertTestEvent(tx, { ...event, type })
    await recordTest(services, tx, call)
    return shown
  })
}

export function publishTestTitle(
  services: TitleServices,
  call: PartnerCall<typeof contract.publishTitle>,
): Promise<PartnerTitle> {
  return changeTestTitle(services, call, (title) => {
    if (title.state === 'blocked')
      throw new Problem('TITLE_BLOCKED', {
        errors: title.records.blockers.map(({ rule }) => ({ field: rule, message: rules[rule].text })),
      })
    const { published_on, address } = call.body
    return { ...title, publication: { published_on, address: address || null } }
  })
}

export function unpublishTestTitle(services: TitleServices, call: TestCall): Promise<PartnerTitle> {
  return changeTestTitle(services, call, (title) => ({ ...title, publication: null }))
}

export function acknowledgeTestStop(
  services: TitleServices,
  call: PartnerCall<typeof contract.acknowledgeTitleStop>,
): Promise<PartnerTitle> {
  const at = services.clock.now().toISOString()
  return changeTestTitle(services, call, (title) => {
    if (title.stops.every(({ id }) => id !== call.params.stop)) throw new Problem('NOT_FOUND')
    const stops = title.stops.map((stop) =>
      stop.id === call.params.stop ? { ...stop, acknowledged_at: stop.acknowledged_at ?? at } : stop,
    )
    return { ...title, publication: null, stops }
  })
}

function changeTestTitle(
  services: TitleServices,
  call: TestCall,
  change: (title: PartnerTitle) => PartnerTitle,
): Promise<PartnerTitle> {
  return inTransaction(services.db, async (tx) => {
    const before = await getTestTitle(tx, call.caller.partner.id, call.params.reference)
    const after = change(before)
    if (JSON.stringify(after) === JSON.stringify(before)) return before
    await updateTestRecord(tx, after)
    await recordTest(services, tx, call)
    return after
  })
}

function recordTest({ audit }: TitleServices, tx: Tx, { caller, params, request }: TestCall): Promise<void> {
  const { partner, mode } = caller
  const details = { partnerName: partner.name, externalId: params.reference, mode }
  return audit.record(tx, { actor: null, request }, 'update', aboutPartner(partner.id), details)
}

function testTitle(reference: string, at: Date): PartnerTitle {
  const { state, isStopped = false } = { isStopped: undefined, ...testTitleOf(reference) }
  const now = at.toISOString()
  const day = dayInJapan(at)
  const isBlocked = state === 'blocked'
  return {
    id: newId(at),
    reference,
    title: 'テストの動画',
    product_number: 'TEST-001',
    organisation: 'テストの組織',
    channel: 'テストの公開先',
    state: isBlocked ? 'blocked' : 'ready',
    test: true,
    shared_at: now,
    records: {
      day,
      rulesVersion,
      category: 'covered',
      facts: [],
      performers: [],
      blockers: isBlocked
        ? [{ rule: isStopped ? 'withdrawal' : 'contentReview', performer: null, from: null }]
        : [],
      overridden: [],
      changesOn: null,
    },
    publication: isStopped ? { published_on: day, address: null } : null,
    stops: isStopped ? [{ id: newId(at), asked_at: now, acknowledged_at: null }] : [],
  }
}
