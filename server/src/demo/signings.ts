import type { LinkLanguage } from '@kyc/contract/consent.ts'
import { dayInJapan } from '@kyc/contract/dates.ts'
import type { BodyOf } from '@kyc/contract/endpoint.ts'
import type { createSigning as endpoint } from '@kyc/contract/signings.ts'
import { sql } from 'kysely'
import type { NamedActor } from '../features/access/actor.ts'
import { startSequencer } from '../features/audit/tree/sequencer.ts'
import { findUsableLinks } from '../features/performer-links/link-repository.ts'
import { openLink } from '../features/performer-links/open-link.ts'
import { makeCopy } from '../features/signings/copy/make-copy.ts'
import { createSigning } from '../features/signings/create-signing.ts'
import { askQuestion } from '../features/signings/page/ask-question.ts'
import type { PageSigningCall } from '../features/signings/page/lock-page-signing.ts'
import { openPagePaper, openSignedCopy } from '../features/signings/page/open-page-paper.ts'
import { performerPage } from '../features/signings/page/performer-page.ts'
import { readContract } from '../features/signings/page/read-contract.ts'
import { receiveCopy } from '../features/signings/page/receive-copy.ts'
import { receiveSheet } from '../features/signings/page/receive-sheet.ts'
import { refuseSigning } from '../features/signings/page/refuse-signing.ts'
import { signContract } from '../features/signings/page/sign-contract.ts'
import { requestSigningCode } from '../features/signings/page/signing-code.ts'
import { recordTalk } from '../features/signings/record-talk.ts'
import { sendSigning } from '../features/signings/send-signing.ts'
import { getSigningRow } from '../features/signings/signing-repository.ts'
import { findAppearance } from '../features/videos/papers/find-appearance.ts'
import { systemClock } from '../platform/clock.ts'
import type { Mail } from '../platform/mail/mail.ts'
import type { Services } from '../services.ts'
import { demoRequest } from './demo-request.ts'
import { type DemoTime, on } from './times.ts'

/**
 * How far the signing of a performer has come in the demo. The copy of one that is `signed` is made when the jobs have
 * started.
 */
export type DemoSigning =
  | 'draft'
  | 'sent'
  | 'opened'
  | 'sheetReceived'
  | 'read'
  | 'question'
  | 'signed'
  | 'copyReceived'
  | 'refused'

/**
 * The steps in their order, each with its time. After it was read, a signing either stays so, gets a question, or is
 * signed.
 */
const times = {
  draft: on(2, '18:30'),
  sent: on(2, '18:40'),
  talk: on(2, '19:00'),
  sheetReceived: on(2, '19:20'),
  read: on(2, '19:40'),
  question: on(2, '20:00'),
  refused: on(1, '10:10'),
  signed: on(1, '20:30'),
  copyReceived: on(1, '20:45'),
} as const satisfies Record<string, DemoTime>

/** A performer in Japan (RFC 5737). */
const performerIp = '198.51.100.34'

interface Stage {
  readonly services: Services
  readonly moveTo: (time: DemoTime) => void
  /** Seals the log, of which the copy of a contract has a proof. */
  readonly seal: () => Promise<void>
  readonly owner: NamedActor
  readonly ip: string
  readonly videoId: string
}

interface DemoPerformer {
  readonly key: string
  readonly id: string
}

/** Plays a signing by the acts of the product up to its state, with the mails that the performer would read. */
export async function playSigning(stage: Stage, performer: DemoPerformer, state: DemoSigning): Promise<void> {
  const { moveTo, owner, ip, videoId } = stage
  const mails: Mail[] = []
  const keep = async (_: unknown, mail: Mail) => void mails.push(mail)
  const services = { ...stage.services, mails: { ...stage.services.mails, send: keep } }
  const language = performer.key === 'silva-maria' ? 'en' : 'ja'
  moveTo(times.draft)
  const params = { id: videoId, performerId: performer.id }
  const found = await findAppearance(services.db, { actor: owner, params })
  const body = draftBody(language, dayInJapan(services.clock.now()))
  const request = demoRequest(ip)
  const { id, contractSha256, sheetSha256 } = (
    await createSigning(services, { actor: owner, found, body, request })
  ).body
  if (state === 'draft') return
  const row = () => getSigningRow(services.db, owner, id)
  moveTo(times.sent)
  const offer = { email: `${performer.key}@example.com`, contractSha256, sheetSha256: sheetSha256 ?? '' }
  await sendSigning(services, { actor: owner, found: await row(), body: offer, ip })
  if (state === 'sent') return
  moveTo(times.talk)
  const talk = { ...body.talk, minutes: 40 }
  await recordTalk(services, { actor: owner, found: await row(), body: talk, ip })
  moveTo(times.sheetReceived)
  const call = await openPage(services, { performerId: performer.id, signing: id }, mails)
  if (state === 'opened') return
  await showPaper(services, call, 'explanationSheet')
  await receiveSheet(services, call)
  if (state === 'sheetReceived') return
  if (state === 'refused') {
    moveTo(times.refused)
    await refuseSigning(services, call)
    return
  }
  moveTo(times.read)
  await showPaper(services, call, 'contract')
  const pages = Array.from({ length: (await row()).contract_pages }, (_, index) => index + 1)
  await readContract(services, call, { pages })
  if (state === 'question') {
    moveTo(times.question)
    await askQuestion(services, call, { text: question })
  }
  if (state !== 'signed' && state !== 'copyReceived') return
  moveTo(times.signed)
  await requestSigningCode(services, call)
  const [, code = ''] = /: (\d{6})\b/.exec(mails.at(-1)?.text ?? '') ?? []
  await signContract(services, call, { code, contractSha256, strokes: [...strokes] })
  if (state === 'signed') return
  await stage.seal()
  await makeCopy(services, id)
  moveTo(times.copyReceived)
  const { stream } = await openSignedCopy(services, call)
  stream.destroy()
  await receiveCopy(services, call)
}

/** Seals the log with the present time: a checkpoint with a past time would contain entries of later days. */
export function sealNow(services: Services): Promise<void> {
  return startSequencer({ ...services, clock: systemClock }, services.databaseUrl).stop()
}

/** Opens the page by the link in the mail, as the browser of the performer does. */
async function openPage(
  services: Services,
  { performerId, signing }: { readonly performerId: string; readonly signing: string },
  mails: readonly Mail[],
): Promise<PageSigningCall> {
  const [, token = ''] = /\/my#token=([\w-]+)/.exec(mails.at(-1)?.text ?? '') ?? []
  await openLink(services, performerPage, { token, actor: undefined, request: demoRequest(performerIp) })
  const bound = sql`l.performer_id = ${performerId}::uuid AND l.browser_key IS NOT NULL`
  const [link] = await findUsableLinks(services.db, services.clock.now(), 'page', bound)
  if (!link) throw new Error('the page of the performer was not opened')
  return { link, signing, ip: performerIp }
}

async function showPaper(
  services: Services,
  call: PageSigningCall,
  type: 'contract' | 'explanationSheet',
): Promise<void> {
  const { stream } = await openPagePaper(services, call, type)
  stream?.destroy()
}

const question =
  '公表の期間が終わったあと、配信サイトに残った映像はどうなりますか。削除までの流れを教えてください。'

/** A drawn line. */
const strokes = [
  [
    [0.1, 0.6],
    [0.25, 0.3],
    [0.4, 0.65],
    [0.6, 0.35],
    [0.85, 0.55],
  ],
] satisfies [number, number][][]

function draftBody(language: LinkLanguage, today: string): BodyOf<typeof endpoint> {
  return {
    language,
    contractTemplate: `neutral-contract-${language}`,
    sheetTemplate: `neutral-sheet-${language}`,
    facts: facts[language],
    partnerIds: [],
    talk: { by: '制作 花子', on: today, language: language === 'en' ? '英語' : '日本語' },
  }
}

const facts: Readonly<Record<LinkLanguage, BodyOf<typeof endpoint>['facts']>> = {
  ja: {
    parties: '制作者：見本制作（代表 制作 太郎）\n出演者：本契約に署名する方',
    appearance: 'この作品に本人役として出演します。',
    shooting: '2027年2月10日 10時から18時まで、見本スタジオ（東京都）',
    acts: '台本の第3場と第5場に記載のとおり',
    partners: '相手役はいません。',
    publication: '見本ストアでの配信。2027年7月1日から2年間',
    publisher: '株式会社見本ストア',
    fee: '30万円。撮影日の翌月末日に、指定の口座に振り込みます。',
    regions: '日本国内',
    server: '見本クラウド株式会社（日本）',
  },
  en: {
    parties: 'Producer: 見本制作. Performer: the person who signs this contract.',
    appearance: 'The performer appears in this work as herself.',
    shooting: '10 February 2027, 10:00 to 18:00, Mihon Studio (Tokyo)',
    acts: 'As written in scenes 3 and 5 of the script',
    partners: 'There is no partner.',
    publication: 'Streaming on Mihon Store, for two years from 1 July 2027',
    publisher: 'Mihon Store Inc.',
    fee: '300,000 yen, paid by bank transfer at the end of the month after the shooting',
    regions: 'Japan',
    server: 'Mihon Cloud Inc. (Japan)',
  },
}
