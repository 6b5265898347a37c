import type { StoredTitle, VideoFacts } from '@kyc/contract/title-facts.ts'
import type { TitleFactsInput } from '@kyc/contract/title-facts-input.ts'
import type { Db } from '../../../platform/db/database.ts'
import { inTransaction, type Tx } from '../../../platform/db/transaction.ts'
import { fieldProblem } from '../../../platform/http/requests/input.ts'
import { isId } from '../../../platform/ids.ts'
import { Problem } from '../../../platform/problem.ts'
import type { Actor } from '../../access/actor.ts'
import { aboutVideo } from '../../audit/about.ts'
import { refreshGate } from '../gate/refresh-gate.ts'
import type { VideoServices } from '../video-services.ts'
import { lockVideo, touchVideo } from '../videos-repository.ts'
import { type FactsRow, readFactsOf, videosOf, writeTitle } from './facts-repository.ts'
import { getFacts } from './get-facts.ts'
import { reopenTakedowns } from './reopen-takedowns.ts'
import { storedTitle, titleOf } from './title-facts.ts'

interface SaveTitle {
  readonly actor: Actor
  readonly id: string
  readonly ip: string | null
  readonly input: TitleFactsInput
  /** The version that the caller has seen. */
  readonly version: number
}

/** Replaces the facts of a video (D90, D93). Equal values change nothing; CONFLICT if another account has changed them since. */
export function saveTitle(services: VideoServices, save: SaveTitle): Promise<VideoFacts> {
  const { actor, id, ip } = save
  return inTransaction(services.db, async (tx) => {
    if (!(await lockVideo(tx, actor, id))) throw new Problem('VIDEO_NOT_FOUND')
    const row = await readFactsOf(tx, id)
    const change = await titleChange(tx, row, save)
    if (change) {
      await writeTitleChange(services, tx, { actor, ip, row }, change)
      await refreshGate(services, tx, id)
    }
    return getFacts(tx, id)
  })
}

/** What an input changes of the facts of a video. */
export interface TitleChange {
  readonly facts: StoredTitle
  readonly before: Partial<StoredTitle>
  readonly after: Partial<StoredTitle>
  readonly reason: string | null
}

/** Checks an input against the stored facts; undefined if it changes nothing. */
export async function titleChange(
  db: Db,
  row: FactsRow,
  { input, version }: Pick<SaveTitle, 'input' | 'version'>,
): Promise<TitleChange | undefined> {
  const [before, after] = [titleOf(row.facts), storedTitle(input)]
  const changed = fieldsOf(after).filter((field) => !isSame(before[field], after[field]))
  if (changed.length === 0) return undefined
  if (row.facts_version !== version) throw new Problem('CONFLICT')
  await refuseUnknown(db, row, after)
  if (before.shootingEndedOn !== null && changed.includes('shootingEndedOn') && !input.reopenReason)
    throw fieldProblem('reopenReason', '撮影の終了を変更する理由を入力してください。')
  const pick = (title: StoredTitle) => Object.fromEntries(changed.map((field) => [field, title[field]]))
  return { facts: after, before: pick(before), after: pick(after), reason: input.reopenReason || null }
}

/** Writes a change of the locked video with its entry; the gate is computed afterwards. */
export async function writeTitleChange(
  services: VideoServices,
  tx: Tx,
  { actor, ip, row }: { readonly actor: Actor; readonly ip: string | null; readonly row: FactsRow },
  { facts, before, after, reason }: TitleChange,
): Promise<void> {
  await writeTitle(tx, row.id, facts)
  await touchVideo(services, tx, row.id)
  const details = { before, after, ...(reason ? { reason } : {}) }
  await services.audit.record(tx, { actor, ip }, 'update', aboutVideo(row.id, row.owner_id), details)
  if ('derivedFrom' in after) await reopenTakedowns(services, tx, { actor, ip }, row.id)
}

function fieldsOf(title: StoredTitle): (keyof StoredTitle)[] {
  return Object.keys(title) as (keyof StoredTitle)[] // every field is in the object
}

/** Compares stored values, of which the keys may be in another order. */
export function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return one === other
  const [before, after] = [Object.entries(one), new Map(Object.entries(other))]
  return (
    before.length === after.size &&
    before.every(([key, value]) => after.has(key) && isSame(value, after.get(key)))
  )
}

/** Shootings name performers of the video, and sources are other videos of its owner. */
async function refuseUnknown(db: Db, row: FactsRow, { shootings, derivedFrom }: StoredTitle): Promise<void> {
  const cast = new Set(row.appearances.map(({ performerId }) => performerId))
  const strange = shootings.findIndex(({ performerIds }) => !performerIds.every((each) => cast.has(each)))
  if (strange >= 0)
    throw fieldProblem(
      `shootings.${strange}.performerIds`,
      '撮影に参加した出演者は、この動画の出演者から選択してください。',
    )
  const ids = derivedFrom.map(({ videoId }) => videoId)
  const known = await videosOf(db, row.owner_id, ids.filter(isId))
  const unknown = ids.findIndex((each) => each === row.id || !known.has(each))
  if (unknown >= 0)
    throw fieldProblem(
      `derivedFrom.${unknown}.videoId`,
      '元の動画は、同じ組織のほかの動画から選択してください。',
    )
}
