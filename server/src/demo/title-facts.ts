import type { AppearanceInput, TitleFactsInput } from '@kyc/contract/title-facts-input.ts'
import { contractFacts } from '@kyc/contract/title-vocabulary.ts'
import type { Actor } from '../features/access/actor.ts'
import { saveAppearances } from '../features/videos/facts/save-appearances.ts'
import { saveTitle } from '../features/videos/facts/save-title.ts'
import { findChannels, updateChannel } from '../features/videos/gate/update-channel.ts'
import { getVideoOwner } from '../features/videos/get-video.ts'
import type { VideoServices } from '../features/videos/video-services.ts'

/** What the records of a demo video lack (D106). */
export type DemoTitle = 'nothing' | 'fourMonths' | 'contractFacts' | 'consentAge' | 'ended' | 'under20'

/** The day that is `daysAgo` days before the first start of the demo. */
type DayOf = (daysAgo: number) => string

/** The days that are printed on the contracts of which the demo has specimens. */
const printed = { sheet: '2025-08-25', contract: '2025-09-01', shooting: '2025-10-20' }

/**
 * Returns how many days before the first start a video was shot: eight months ago, or two for a video that is published
 * too early.
 */
function shotAgo(title: DemoTitle): number {
  return title === 'fourMonths' ? 60 : 240
}

/** The facts of a video. `under20` is a contract from before the act, of a performer who was 19 (D105). */
function demoTitleFacts(title: DemoTitle, dayOf: DayOf): TitleFactsInput {
  const fixed: Partial<Record<DemoTitle, string>> = {
    under20: '2020-09-10',
    contractFacts: printed.shooting,
  }
  const shotOn = fixed[title] ?? dayOf(shotAgo(title))
  return {
    category: title === 'under20' ? 'beforeAct' : 'covered',
    maker: '見本制作',
    reviewingBody: '見本審査機構',
    derivedFrom: [],
    shootings: [{ kind: 'main', plannedOn: shotOn, place: '見本スタジオ', shotOn, performerIds: [] }],
    shootingEndedOn: shotOn,
    contentReview: { on: dayOf(40), by: '制作 花子', passed: true, checked: '出演者と契約の内容' },
    evidence: [],
  }
}

/** The facts of each appearance; `partnerIds` are the other performers. */
function demoAppearance(
  title: DemoTitle,
  person: string,
  partnerIds: string[],
  dayOf: DayOf,
): AppearanceInput {
  const shot = shotAgo(title)
  const old = title === 'under20'
  const isPrinted = title === 'contractFacts'
  const signedOn = isPrinted ? printed.contract : old ? '2020-08-01' : dayOf(shot + 50)
  const sheetOn = isPrinted ? printed.sheet : dayOf(shot + 55)
  const lacksFacts = isPrinted && person !== 'yamada-hanako'
  const named = contractFacts.filter((fact) => !lacksFacts || (fact !== 'server' && fact !== 'regions'))
  const givenOn = title === 'consentAge' ? dayOf(900) : signedOn
  return {
    contract: {
      signedOn,
      receivedOn: isPrinted ? printed.contract : old ? '2020-08-02' : dayOf(shot + 49),
      named,
      partnerIds,
      voidClauses: [],
    },
    sheet: old
      ? null
      : {
          receivedOn: sheetOn,
          explainedOn: sheetOn,
          explainedBy: '制作 次郎',
          minutes: 45,
          language: '日本語',
        },
    footage: { offeredOn: dayOf(45), way: 'link', until: dayOf(42), answer: 'seen' },
    consents: [
      { kind: 'depiction', wording: '2024年版', givenOn },
      { kind: 'distribution', wording: '2024年版', givenOn },
    ],
    ended: title === 'ended' ? { kind: 'cancelled', on: dayOf(1) } : null,
  }
}

interface OnVideo {
  readonly actor: Actor
  readonly id: string
  readonly ip: string | null
}

/**
 * Enters the facts of a video and of each appearance. Sets the strict rules of a shop for the video whose consents are
 * too old for it (D97).
 */
export async function describeDemoVideo(
  services: VideoServices,
  onVideo: OnVideo,
  {
    lacks,
    performers,
    dayOf,
  }: { lacks: DemoTitle; performers: readonly { key: string; id: string }[]; dayOf: DayOf },
): Promise<void> {
  await saveTitle(services, { ...onVideo, input: demoTitleFacts(lacks, dayOf), version: 1 })
  for (const { key, id } of performers) {
    const partners = performers.flatMap((each) => (each.id === id ? [] : [each.id]))
    const input = demoAppearance(lacks, key, partners, dayOf)
    await saveAppearances(services, { ...onVideo, performers: [{ id, version: 1 }], input })
  }
  if (lacks !== 'consentAge') return
  const channels = await findChannels(
    services.db,
    await getVideoOwner(services.db, onVideo.actor, onVideo.id),
  )
  const shop = channels.find(({ name }) => name === '見本ストア')
  if (!shop) return
  const input = { consentMonths: 24, download: false, version: shop.version }
  await updateChannel(services, { ...onVideo, channelId: shop.id, input })
}
