import { dayInJapan } from '@kyc/contract/dates.ts'
import type { BodyOf } from '@kyc/contract/endpoint.ts'
import type { Signing } from '@kyc/contract/signing-schema.ts'
import type { recordTalk as endpoint } from '@kyc/contract/signings.ts'
import { inTransaction, type Tx } from '../../platform/db/transaction.ts'
import { fieldProblem } from '../../platform/http/requests/input.ts'
import { Problem } from '../../platform/problem.ts'
import type { Actor } from '../access/actor.ts'
import { requireEditable } from '../access/visible-to.ts'
import { type SigningContent, signingBoxes } from '../records/signing-content.ts'
import { readFactsOf } from '../videos/facts/facts-repository.ts'
import { writeAppearanceChanges } from '../videos/facts/save-appearances.ts'
import { appearanceOf } from '../videos/facts/title-facts.ts'
import { refreshGate } from '../videos/gate/refresh-gate.ts'
import { getSigning } from './get-signing.ts'
import { lockSigning } from './lock-signing.ts'
import { recordSigning } from './record-signing.ts'
import { type SigningOfActor, updateSigning } from './signing-repository.ts'
import type { SigningServices } from './signing-services.ts'
import { isEnded, stateOf } from './signing-state.ts'

interface TalkCall {
  readonly actor: Actor
  readonly found: SigningOfActor
  readonly body: BodyOf<typeof endpoint>
  readonly ip: string | null
}

/** Records that the talk has taken place. If the sheet was received before, the facts of the appearance get it too. */
export async function recordTalk(
  services: SigningServices,
  { actor, found, body, ip }: TalkCall,
): Promise<Signing> {
  requireEditable(found)
  const now = services.clock.now()
  if (body.on > dayInJapan(now)) throw fieldProblem('on', '説明の日は、今日以前にしてください。')
  await inTransaction(services.db, async (tx) => {
    const { row, performer } = await lockSigning(tx, actor, found)
    const boxes = await signingBoxes(services, tx, row.performer_id)
    const content = boxes.decrypt<SigningContent>('content', row.id, row.content_box)
    const talk = { ...body, done: true }
    if (isSameTalk(content.talk, talk)) return
    if (row.signed_at || isEnded(stateOf(row, now))) throw new Problem('SIGNING_STATE')
    await updateSigning(tx, row.id, {
      content_box: boxes.encrypt('content', row.id, { ...content, talk }),
    })
    if (row.sheet_received_at) await writeTalk(services, tx, { row, actor, ip }, talk)
    await recordSigning(services, tx, { actor, ip, performer, videoId: row.video_id }, 'signing_talk', {
      explainedOn: talk.on,
      minutes: talk.minutes,
      language: talk.language,
    })
  })
  return getSigning(services, services.db, actor, found.id)
}

function isSameTalk(one: SigningContent['talk'], other: SigningContent['talk']): boolean {
  const parts = ['by', 'on', 'minutes', 'language', 'done'] as const
  return parts.every((part) => one[part] === other[part])
}

/** Adds the talk to the sheet that the performer has received, with an entry about the video, unless an account has entered another one since. */
async function writeTalk(
  services: SigningServices,
  tx: Tx,
  {
    row: { video_id: videoId, performer_id: performerId },
    actor,
    ip,
  }: { readonly row: SigningOfActor; readonly actor: Actor; readonly ip: string | null },
  talk: SigningContent['talk'],
): Promise<void> {
  const title = await readFactsOf(tx, videoId)
  const facts = appearanceOf(title.appearances.find((each) => each.performerId === performerId)?.facts ?? {})
  if (facts.sheet?.proof !== 'performer') return
  const sheet = { ...facts.sheet, ...talkOfSheet(talk) }
  const change = { performerId, facts: { ...facts, sheet }, before: { sheet: facts.sheet }, after: { sheet } }
  await writeAppearanceChanges(services, tx, { actor, ip, row: title }, [change])
  await refreshGate(services, tx, videoId)
}

/** What the facts of a received sheet state about the talk: nothing before it has taken place. */
export function talkOfSheet({ done, on, by, minutes, language }: SigningContent['talk']) {
  return done
    ? { explainedOn: on, explainedBy: by, minutes, language }
    : { explainedOn: null, explainedBy: null, minutes: null, language: null }
}
