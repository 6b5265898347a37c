import type { AuditDetails } from '@kyc/contract/audit-fields.ts'
import type { Partner } from '@kyc/contract/partners.ts'
import { inTransaction, type Tx } from '../../platform/db/transaction.ts'
import { Problem } from '../../platform/problem.ts'
import type { Actor } from '../access/actor.ts'
import { aboutPartner } from '../audit/about.ts'
import { findPartner, lockPartner, type PartnerRow } from './partner-repository.ts'
import type { PartnerServices } from './partner-services.ts'
import { presentPartners } from './present-partner.ts'

export interface PartnerAct {
  readonly actor: Actor
  readonly id: string
  readonly ip: string | null
}

/** The details of the audit entry, without keys and secrets; undefined if nothing changed. */
type Details = AuditDetails | undefined

/** Runs `change` on a locked partner and records its audit entry in the same transaction. */
export function actOnPartner(
  services: PartnerServices,
  act: PartnerAct,
  change: (tx: Tx, partner: PartnerRow) => Promise<Details>,
): Promise<Partner> {
  return inTransaction(services.db, (tx) => changePartner(services, tx, act, change))
}

/** Like `actOnPartner`, within the transaction of the caller. */
export async function changePartner(
  services: PartnerServices,
  tx: Tx,
  { actor, id, ip }: PartnerAct,
  change: (tx: Tx, partner: PartnerRow) => Promise<Details>,
): Promise<Partner> {
  const partner = await lockPartner(tx, id)
  const details = await change(tx, partner)
  if (details) {
    await services.audit.record(tx, { actor, ip }, 'update', aboutPartner(partner.id), details)
  }
  return getPresentedPartner(tx, id)
}

export async function getPresentedPartner(db: PartnerServices['db'] | Tx, id: string): Promise<Partner> {
  const row = await findPartner(db, id)
  const [partner] = row ? await presentPartners(db, [row]) : []
  if (!partner) throw new Problem('NOT_FOUND')
  return partner
}
