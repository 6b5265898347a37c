import type { StoredAppearance, VideoFacts } from '@kyc/contract/title-facts.ts'
import type { AppearanceInput, AppearancePart } from '@kyc/contract/title-facts-input.ts'
import { inTransaction, type Tx } from '../../../platform/db/transaction.ts'
import { fieldProblem } from '../../../platform/http/requests/input.ts'
import { Problem } from '../../../platform/problem.ts'
import { type Actor, isAdmin } from '../../access/actor.ts'
import { aboutVideo } from '../../audit/about.ts'
import { refreshGate } from '../gate/refresh-gate.ts'
import { withdrawApproval } from '../papers/withdraw-approval.ts'
import type { VideoServices } from '../video-services.ts'
import { lockVideo, touchVideo } from '../videos-repository.ts'
import { type FactsRow, readFactsOf, writeAppearance } from './facts-repository.ts'
import { getFacts } from './get-facts.ts'
import { isSame } from './save-title.ts'
import { appearanceOf, withoutUndefined } from './title-facts.ts'

interface Seen {
  readonly id: string
  readonly version: number
}

interface SaveAppearances {
  readonly actor: Actor
  readonly id: string
  readonly ip: string | null
  /** Each with the version that the caller has seen. */
  readonly performers: readonly Seen[]
  /** Parts that are absent stay as they are. */
  readonly input: AppearanceInput
}

/** Replaces parts of the facts of one or several appearances, all or none (D91, D94, D95). */
export function saveAppearances(services: VideoServices, save: SaveAppearances): Promise<VideoFacts> {
  const { actor, id, ip, input } = save
  return inTransaction(services.db, async (tx) => {
    if (!(await lockVideo(tx, actor, id))) throw new Problem('VIDEO_NOT_FOUND')
    const row = await readFactsOf(tx, id)
    const changes = save.performers.flatMap(
      (performer) => appearanceChange(row, { actor, performer, input }) ?? [],
    )
    if (changes.length > 0) {
      await writeAppearanceChanges(services, tx, { actor, ip, row }, changes)
      await refreshGate(services, tx, id)
    }
    return getFacts(tx, id)
  })
}

/** What an input changes of an appearance. */
export interface AppearanceChange {
  readonly performerId: string
  readonly facts: StoredAppearance
  readonly before: Partial<StoredAppearance>
  readonly after: Partial<StoredAppearance>
}

/** Checks an input against the stored facts; undefined if it changes nothing. */
export function appearanceChange(
  { appearances }: FactsRow,
  { actor, performer, input }: Pick<SaveAppearances, 'actor' | 'input'> & { readonly performer: Seen },
): AppearanceChange | undefined {
  const cast = appearances.filter(({ name }) => name !== null)
  refuseUnknownPartners(input, new Set(cast.map(({ performerId }) => performerId)))
  const row = cast.find(({ performerId }) => performerId === performer.id)
  if (!row) throw new Problem('PERFORMER_NOT_FOUND', { field: 'performers' })
  const before = appearanceOf(row.facts)
  const after = merged(before, input)
  const changed = partsOf(after).filter((part) => !isSame(before[part], after[part]))
  if (changed.length === 0) return undefined
  if (row.version !== performer.version) throw new Problem('CONFLICT')
  if (changed.includes('consents')) refuseForgotten(before, after)
  if (before.ended !== null && changed.includes('ended') && !isAdmin(actor))
    throw new Problem('APPEARANCE_ENDED')
  const pick = (facts: StoredAppearance) => Object.fromEntries(changed.map((part) => [part, facts[part]]))
  return { performerId: performer.id, facts: after, before: pick(before), after: pick(after) }
}

/** Writes changes in the locked video, each with an entry about its person; the gate is computed afterwards. */
export async function writeAppearanceChanges(
  services: VideoServices,
  tx: Tx,
  { actor, ip, row }: { readonly actor: Actor; readonly ip: string | null; readonly row: FactsRow },
  changes: readonly AppearanceChange[],
): Promise<void> {
  await touchVideo(services, tx, row.id)
  for (const { performerId, facts, before, after } of changes) {
    const appearance = { videoId: row.id, performerId }
    await writeAppearance(tx, appearance, facts, actor.id)
    const about = { ...aboutVideo(row.id, row.owner_id), subject: performerId }
    await services.audit.record(tx, { actor, ip }, 'update', about, { before, after })
    if ('contract' in after)
      await withdrawApproval(services, tx, { actor, ip }, { ...appearance, ownerId: row.owner_id })
  }
}

function partsOf(facts: StoredAppearance): AppearancePart[] {
  return Object.keys(facts) as AppearancePart[] // every part is in the object
}

/** The fields of each part that an input may leave out. */
const noContract = { offeredOn: null, receivedOn: null }
const noSheet = { edition: null, explainedOn: null, explainedBy: null, minutes: null, language: null }
const noFootage = { answer: null, address: null }
const noConsent = { wording: null, endsOn: null, withdrawnOn: null }

/** The facts with the parts of the input. What the account enters is proven by its statement; what stays keeps its proof (D92). */
function merged(before: StoredAppearance, input: AppearanceInput): StoredAppearance {
  const { contract, sheet, footage, consents, ended } = withoutUndefined(input)
  return {
    contract: replaced(before.contract, contract && { ...noContract, ...contract }),
    sheet: replaced(before.sheet, sheet && { ...noSheet, ...sheet }),
    footage: replaced(before.footage, footage && { ...noFootage, ...footage }),
    consents: consents?.map((each) => proven({ ...noConsent, ...each }, before.consents)) ?? before.consents,
    ended: ended === undefined ? before.ended : ended,
  }
}

function replaced<Part extends { proof: unknown }>(
  kept: Part | null,
  sent: object | null | undefined,
): Part | null {
  if (sent === undefined) return kept
  return sent && proven(sent, kept ? [kept] : [])
}

/** The stored part with the same facts, whatever proves it; otherwise what was sent, as a statement. */
function proven<Part extends { proof: unknown }>(sent: object, kept: readonly Part[]): Part {
  const same = kept.find(({ proof: _, ...facts }) => isSame(facts, sent))
  return same ?? ({ ...sent, proof: 'stated' } as unknown as Part) // the input has the fields of the part, and lacks only the proof
}

/** A withdrawn consent stays as it is (D94). */
function refuseForgotten(before: StoredAppearance, after: StoredAppearance): void {
  const withdrawn = before.consents.filter(({ withdrawnOn }) => withdrawnOn)
  if (!withdrawn.every((kept) => after.consents.some((each) => isSame(each, kept))))
    throw new Problem('CONSENT_WITHDRAWN')
}

function refuseUnknownPartners({ contract }: AppearanceInput, cast: ReadonlySet<string>): void {
  if (contract && !contract.partnerIds.every((id) => cast.has(id)))
    throw fieldProblem('contract.partnerIds', '相手役は、この動画の出演者から選択してください。')
}
