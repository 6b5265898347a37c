import { randomUUID } from 'node:crypto'
import type { LinkLanguage } from '@kyc/contract/consent.ts'
import { day } from '@kyc/contract/durations.ts'
import type { BodyIn } from '@kyc/contract/endpoint.ts'
import type { PageSession } from '@kyc/contract/page-session.ts'
import * as page from '@kyc/contract/performer-page.ts'
import type { Signing } from '@kyc/contract/signing-schema.ts'
import { enteredFacts } from '@kyc/contract/signing-vocabulary.ts'
import * as signings from '@kyc/contract/signings.ts'
import { getVideoFacts } from '@kyc/contract/title-facts.ts'
import type { Video } from '@kyc/contract/videos.ts'
import { beforeEach, expect } from 'vitest'
import { makeCopy } from '../../features/signings/copy/make-copy.ts'
import type { Overrides } from '../../ports.ts'
import { anonymousBrowser } from './anonymous-browser.ts'
import { sealLog } from './seal-log.ts'
import { type TestAccount, type TestApp, useStage } from './test-app.ts'
import { refusalOf, type TestClient, type TestReply } from './test-client.ts'
import { TestClock } from './test-clock.ts'
import { titleCalls } from './title-calls.ts'
import { videoCalls } from './video-calls.ts'

/** When the tests begin. */
export const begin = new Date('2026-09-15T03:00:00Z')

/** The browser of a performer on its page, and the contract that waits there. */
export interface OnPage {
  readonly client: TestClient
  /** Of the page. */
  readonly id: string
  readonly signing: string
  readonly token: string
}

/** What the organisation enters for each fact. */
export const signingFacts = Object.fromEntries(
  enteredFacts.map((fact) => [fact, `${fact}の内容`]),
) as Signing['facts'] & BodyIn<typeof signings.createSigning>['facts']

interface Made {
  owner: TestAccount
  video: Video
  performer: string
  /** Where the performer receives its mails. */
  email: string
}

/** What the calls of a stage need. */
interface Course {
  readonly app: TestApp
  readonly clock: TestClock
  readonly made: Made
}

/**
 * Registers hooks that give each test an owner with a video of one approved performer who is of age, and calls for the
 * course of a signing, each of which does what comes before it.
 */
export function signingStage(overrides: Overrides = {}, env: Record<string, string> = {}) {
  const clock = new TestClock(begin)
  const { app, admin, auditor } = useStage(
    { admin: 'admin', auditor: 'auditor' },
    { overrides: { clock, ...overrides }, env },
  )
  const made = {} as Made // filled by the hook
  const videos = videoCalls(() => ({ app, owner: made.owner, admin }))
  const titles = titleCalls(() => ({ app, ...made }))
  beforeEach(async () => {
    clock.moveTo(begin)
    made.owner = await app.signedIn('user', '制作 太郎')
    made.video = await videos.make()
    made.performer = await titles.approved()
    made.email = `${randomUUID()}@example.com`
    await videos.add(made.video, [made.performer])
    await titles.describeVideo({ shootingEndedOn: null, shootings: [] })
  })
  const course = { app, clock, made }
  const offers = offerCalls(course)
  const steps = pageSteps(course, offers)
  return {
    app,
    admin,
    auditor,
    clock,
    /** The owner, the video, the performer and its address in the test. */
    made,
    videos,
    ...titles,
    ...offers,
    ...steps,
    ...signatureCalls(course, steps),
  }
}

/** The calls of the organisation. */
function offerCalls({ app, made }: Course) {
  const draftBody = (language: LinkLanguage = 'ja') => ({
    language,
    contractTemplate: `neutral-contract-${language}`,
    sheetTemplate: `neutral-sheet-${language}`,
    facts: signingFacts,
    partnerIds: [] as string[],
    talk: { by: '制作 花子', on: '2026-09-15', language: '日本語' },
  })
  const draftPath = () => `/api/videos/${made.video.id}/performers/${made.performer}/signings`
  const draft = async (language?: LinkLanguage): Promise<Signing> => {
    const reply = await made.owner.post(draftPath(), draftBody(language))
    expect(reply.status, JSON.stringify(reply.json)).toBe(201)
    return reply.json as Signing // the server parses its replies by the contract
  }
  /** The call that sends the drafts as they were seen. */
  const offerOf = ({ contractSha256, sheetSha256 }: Pick<Signing, 'contractSha256' | 'sheetSha256'>) => ({
    email: made.email,
    contractSha256,
    sheetSha256: sheetSha256 ?? '',
  })
  const mails = async () => (await app.mails()).filter(({ to }) => to === made.email)
  return {
    draftBody,
    draftPath,
    draft,
    offerOf,
    async send(language?: LinkLanguage): Promise<Signing> {
      const { id, ...seen } = await draft(language)
      return made.owner.send(signings.sendSigning, { params: { id }, body: offerOf(seen) })
    },
    talk: (signing: string, by: TestClient = made.owner): Promise<TestReply> =>
      by.put(`/api/signings/${signing}/talk`, {
        ...{ by: '制作 花子', on: '2026-09-15', minutes: 40, language: '日本語' },
      }),
    show: (id: string, by: TestClient = made.owner) => by.send(signings.getSigning, { params: { id } }),
    factsOf: async () => {
      const { appearances } = await made.owner.send(getVideoFacts, { params: { id: made.video.id } })
      return appearances.find(({ performerId }) => performerId === made.performer)
    },
    /** The mails to the performer, oldest first. */
    mails,
    newestToken: async () => tokenOfPage((await mails()).findLast(({ text }) => text.includes('/my#'))?.text),
  }
}

/** The calls of the performer before the signature. */
function pageSteps({ app }: Course, offers: ReturnType<typeof offerCalls>) {
  const step = (on: OnPage, act: string, json?: unknown): Promise<TestReply> =>
    on.client.post(`/api/performer-page/${on.id}/signings/${on.signing}/${act}`, json)
  const fetchPaper = (on: OnPage, type: string): Promise<TestReply> =>
    on.client.get(`/api/performer-page/${on.id}/signings/${on.signing}/papers/${type}`)
  const session = (on: OnPage) => on.client.send(page.getPerformerPage, { query: { id: on.id } })
  const done = async (reply: Promise<TestReply>): Promise<PageSession> => {
    const { status, json } = await reply
    expect(status, JSON.stringify(json)).toBe(200)
    return json as PageSession // the server parses its replies by the contract
  }
  return {
    /** Sends a contract and opens its page in a new browser. */
    async open(language?: LinkLanguage): Promise<OnPage> {
      const { id: signing } = await offers.send(language)
      const token = await offers.newestToken()
      const client = await anonymousBrowser(app)
      const { id } = await client.send(page.openPerformerPage, { body: { token } })
      return { client, id, signing, token }
    },
    step,
    fetchPaper,
    session,
    done,
    refusal: async (reply: Promise<TestReply>) => refusalOf(await reply),
    async receiveSheet(on: OnPage): Promise<PageSession> {
      await fetchPaper(on, 'explanationSheet')
      return done(step(on, 'sheet'))
    },
    async read(on: OnPage): Promise<PageSession> {
      await fetchPaper(on, 'contract')
      const pages = (await session(on)).signings.find(({ id }) => id === on.signing)?.contractPages ?? 0
      return done(step(on, 'reading', { pages: Array.from({ length: pages }, (_, index) => index + 1) }))
    },
  }
}

/** The calls for the signature and what follows it. */
function signatureCalls({ app, clock, made }: Course, steps: ReturnType<typeof pageSteps>) {
  const { talk, show, mails } = offerCalls({ app, clock, made })
  const { step, done } = steps
  /** Everything but the signature, with the waiting time. */
  const ready = async (language?: LinkLanguage): Promise<OnPage> => {
    const on = await steps.open(language)
    await steps.receiveSheet(on)
    await steps.read(on)
    expect((await talk(on.signing)).status).toBe(200)
    clock.moveTo(new Date(clock.now().getTime() + day))
    return on
  }
  const codeOf = async (on: OnPage): Promise<string> => {
    const reply = await step(on, 'code')
    expect(reply.status, JSON.stringify(reply.json)).toBe(204)
    return codeIn((await mails()).at(-1)?.text)
  }
  const shaOf = async (on: OnPage): Promise<string> => (await show(on.signing)).contractSha256
  const sign = async (on: OnPage, body: object = {}): Promise<TestReply> =>
    step(on, 'signature', { code: await codeOf(on), contractSha256: await shaOf(on), ...body })
  const signed = async (language?: LinkLanguage): Promise<OnPage> => {
    const on = await ready(language)
    await done(sign(on))
    return on
  }
  /** Makes the copy as the job does, after the entry of the signature is sealed. */
  const copy = async (on: OnPage): Promise<void> => {
    await sealLog(app)
    await makeCopy(app.services, on.signing)
  }
  return {
    ready,
    codeOf,
    shaOf,
    sign,
    signed,
    copy,
    /** The course up to the receipt of the copy. */
    async received(language?: LinkLanguage): Promise<OnPage> {
      const on = await signed(language)
      await copy(on)
      await on.client.get(`/api/performer-page/${on.id}/signings/${on.signing}/copy`)
      await done(step(on, 'receipt'))
      return on
    },
  }
}

/** The code in a mail. */
export function codeIn(text: string | undefined): string {
  return /(?:確認コード|Code): (\d{6})/.exec(text ?? '')?.[1] ?? ''
}

/** The token in the address of the page, which is part of a mail. */
export function tokenOfPage(text: string | undefined): string {
  const [, token] = /\/my#token=([\w-]{43})/.exec(text ?? '') ?? []
  if (token === undefined) throw new Error('no link to the page')
  return token
}
