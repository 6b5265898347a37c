import { copyFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { dayInJapan } from '@kyc/contract/dates.ts'
import { type DocumentType, registrationDocumentTypes } from '@kyc/contract/document-vocabulary.ts'
import { replaceDocument as replaceEndpoint } from '@kyc/contract/documents.ts'
import { reviewChecks } from '@kyc/contract/review-checks.ts'
import pLimit from 'p-limit'
import type { NamedActor } from '../features/access/actor.ts'
import { personalOf } from '../features/access/scope.ts'
import { createAccount } from '../features/accounts/create-account.ts'
import { demoPassword } from '../features/accounts/demo-accounts.ts'
import { createAuditWriter } from '../features/audit/record.ts'
import type { CleanFile, Intake } from '../features/documents/intake/intake.ts'
import { replaceDocument } from '../features/documents/intake/replace-document.ts'
import { openDocument, requestedFile } from '../features/documents/read/open-document.ts'
import { createPerformer } from '../features/performers/create-performer.ts'
import { getPerformer } from '../features/performers/get-performer.ts'
import { updatePerformer } from '../features/performers/update-performer.ts'
import { getRecord } from '../features/records/performers-repository.ts'
import { currentDocuments } from '../features/records/record-documents.ts'
import { rejectDocument } from '../features/review/reject-documents.ts'
import { verifyDocument } from '../features/review/verify-document.ts'
import { addPerformers } from '../features/videos/add-performers.ts'
import { createVideo } from '../features/videos/create-video.ts'
import { recomputeGates } from '../features/videos/gate/recompute-gates.ts'
import { addPublication, statePublications } from '../features/videos/publications/write-publication.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import type { Services } from '../services.ts'
import { type DemoActor, demoActors } from './actors.ts'
import { createDemoCompany, demoCompanies } from './companies.ts'
import { demoRequest, demoUpload } from './demo-request.ts'
import { createExamples } from './examples.ts'
import { findPerformer } from './find-performer.ts'
import { submitDemoPapers } from './papers.ts'
import { type DemoPerson, demoPerson, expiryOf, fieldsOf } from './people.ts'
import { shareDemoVideo } from './shares.ts'
import { recordSignIns } from './sign-ins.ts'
import { playSigning, sealNow } from './signings.ts'
import { bytesOf, fileFor, type Specimen } from './specimens.ts'
import { type DemoStep, type DemoStory, demoStories } from './stories.ts'
import { type DemoTime, momentOf, on } from './times.ts'
import { describeDemoVideo } from './title-facts.ts'
import { type DemoVideo, demoVideos } from './videos.ts'
import { recordVisits } from './visits.ts'

const storiesAtOnce = 8
/** Milliseconds that a story waits for a connection while others draw pictures: longer than a request may wait. */
export const seedingPatience = 30_000
const secondsBetweenDecisions = 40
type Actors = Readonly<Record<DemoActor, NamedActor>>

/** Services with a clock at one moment of a story. They send no mails about the past. */
interface Past {
  readonly services: Services
  moveTo(time: DemoTime, secondsLater?: number): void
}

/** Whether all demo records exist. */
export async function isSeeded(db: Db): Promise<boolean> {
  const marks = db.selectFrom('installation').select('name').where('name', '=', 'demo.complete')
  return (await marks.executeTakeFirst()) !== undefined
}

/**
 * Fills the database of demo mode with accounts, performers and videos (D45). Calls the acts of the product,
 * so that keys, files, states and the audit log are real. After an interrupted start, registers the missing
 * performers; a performer whose story was interrupted keeps its state.
 * @param stop aborts the seeding after the stories in progress, by throwing its reason
 */
export async function seedDemo(services: Services, stop?: AbortSignal): Promise<void> {
  const firstStart = await markFirstStart(services)
  if (await isSeeded(services.db)) return
  services.log.info('creating the demo records, which takes some seconds')
  const actors = await createActors(services, firstStart)
  const intake = await createCachingIntake(services.intake)
  try {
    const founding = inThePast(services, firstStart)
    founding.moveTo({ daysAgo: 119, clock: '10:00' })
    for (const company of demoCompanies) await createDemoCompany(founding.services, actors, company)
    const slots = pLimit(storiesAtOnce)
    const plays = demoStories.map((story) =>
      slots(async () => {
        stop?.throwIfAborted()
        await playStory(inThePast({ ...services, intake }, firstStart), actors, story, firstStart)
      }),
    )
    const failed = (await Promise.allSettled(plays)).find((play) => play.status === 'rejected')
    if (failed) throw failed.reason
    const lately = inThePast(services, firstStart)
    lately.moveTo({ minutesAgo: 40 })
    await createExamples(lately.services, actors)
    for (const video of demoVideos)
      await createDemoVideo(inThePast({ ...services, intake }, firstStart), actors, video, firstStart)
    await recomputeGates(services)
  } finally {
    await intake.close()
  }
  await inTransaction(services.db, async (tx) => {
    const past = inThePast({ ...services, db: tx }, firstStart)
    await recordVisits(past, firstStart)
    await recordSignIns(past, tx, actors)
    await tx.insertInto('installation').values({ name: 'demo.complete' }).execute()
  })
}

/**
 * An intake that cleans identical files once: many demo performers share a specimen, and cleaning takes most
 * of the first start. `close` deletes the copies and leaves `intake` open.
 */
async function createCachingIntake(intake: Intake): Promise<Intake> {
  const folder = await intake.newFolder()
  const cleaned = new Map<string, Promise<CleanFile>>()
  return {
    ...intake,
    clean(file, account) {
      const path = join(folder, file.sha256.toString('hex'))
      // Cleans a copy, because the received file is deleted with its form.
      const clean =
        cleaned.get(path) ?? copyFile(file.path, path).then(() => intake.clean({ ...file, path }, account))
      cleaned.set(path, clean)
      return clean
    },
    close: () => rm(folder, { recursive: true, force: true }),
  }
}

/** The origin of all times of the stories. Remains the same when an interrupted seeding is resumed. */
export async function markFirstStart({ db, clock }: { db: Db; clock: Clock }): Promise<Date> {
  await db
    .insertInto('installation')
    .values({ name: 'demo', at: clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const mark = db.selectFrom('installation').select('at').where('name', '=', 'demo')
  return (await mark.executeTakeFirstOrThrow()).at
}

export function inThePast(services: Services, firstStart: Date): Past {
  let now = firstStart
  const clock: Clock = { now: () => new Date(now) }
  const mails = { ...services.mails, send: async () => undefined }
  return {
    services: { ...services, clock, mails, audit: createAuditWriter(services.auditKeys, clock) },
    moveTo(time, secondsLater = 0) {
      now = new Date(momentOf(time, firstStart).getTime() + secondsLater * 1000)
    },
  }
}

async function createActors(services: Services, firstStart: Date): Promise<Actors> {
  const past = inThePast(services, firstStart)
  past.moveTo({ daysAgo: 120, clock: '09:00' })
  const created = Object.entries(demoActors).map(async ([name, { email, ...identity }]) => {
    const found = await services.db
      .selectFrom('account')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirst()
    const account = { ...identity, email, password: demoPassword, approved: true as const, actor: null }
    const { id } = found ?? (await createAccount(past.services, account))
    return [name, { id, name: identity.name, role: identity.role }]
  })
  return Object.fromEntries(await Promise.all(created)) as Actors // has one entry for each key of demoActors
}

async function playStory(past: Past, actors: Actors, story: DemoStory, firstStart: Date): Promise<void> {
  const person = demoPerson(story.person)
  const { ip } = demoActors[story.by ?? person.owner]
  const registrar = { query: {}, actor: actors[story.by ?? person.owner], request: demoRequest(ip) }
  if (await findPerformer(past.services.db, person.key)) return
  const expiresOn = expiryOf(person, firstStart)
  const upload = async <Part extends string>(part: Part, type: DocumentType, instead?: Specimen) => {
    const file = fileFor(person, type, instead)
    return file ? [{ part, filename: file.filename, bytes: await bytesOf(person, file, expiresOn) }] : []
  }
  past.moveTo(story.registered)
  const files = await Promise.all(
    registrationDocumentTypes.map((type) => upload(type, type, story.files[type])),
  )
  const { body } = await createPerformer(past.services, {
    ...registrar,
    upload: demoUpload(fieldsOf(person), files.flat()),
  })
  for (const step of story.steps) {
    past.moveTo(step.at)
    if (step.act === 'decide') await decide(past, actors, { performerId: body.id, person, expiresOn }, step)
    if (step.act === 'update') {
      const change = { id: body.id, changes: { email: step.email }, ip, recentlyAuthenticated: false }
      await updatePerformer(past.services, { actor: registrar.actor, ...change })
    }
    if (step.act === 'submit') {
      const file = await upload('file', step.type)
      await replaceDocument(past.services, {
        submitter: { rights: registrar.actor },
        endpoint: replaceEndpoint,
        request: registrar.request,
        performer: await getRecord(past.services.db, registrar.actor, body.id),
        type: step.type,
        upload: demoUpload({}, file),
      })
    }
  }
}

/** Views the performer, then verifies, then rejects, so that lists show the rejection as the last change. */
async function decide(
  past: Past,
  actors: Actors,
  { performerId, person, expiresOn }: { performerId: string; person: DemoPerson; expiresOn: string },
  { at, by, verify, reject }: Extract<DemoStep, { act: 'decide' }>,
): Promise<void> {
  const { services } = past
  const call = { actor: actors[by], request: demoRequest(demoActors[by].ip) }
  const performer = await getRecord(services.db, call.actor, performerId)
  await getPerformer(services, { ...call, performer })
  const pending = (await currentDocuments(services.db, performerId)).filter(
    ({ status }) => status === 'pending',
  )
  const verified = pending.filter(({ type }) => !reject[type] && (verify === 'all' || verify.includes(type)))
  const rejected = pending.filter(({ type }) => reject[type])
  for (const [index, { type }] of [...verified, ...rejected].entries()) {
    past.moveTo(at, (index + 1) * secondsBetweenDecisions)
    const slot = { ...call, performerId, type }
    const rejection = reject[type]
    if (rejection) {
      const { codes, message = null, note = null } = rejection
      await rejectDocument(services, slot, { codes: [...codes], message, note })
    } else {
      const reading = { idKind: person.idKind, dateOfBirth: person.born, expiresOn }
      const checks = reviewChecks[type].map(({ id }) => id)
      const seen = { width: 760, lens: false, pages: [1, 2] }
      const { stream } = await openDocument(services, { ...slot, performer, ...requestedFile({}) })
      stream.destroy()
      await verifyDocument(
        services,
        { ...slot, recentlyAuthenticated: false },
        { checks, seen, ...(type === 'idFront' ? reading : {}) },
      )
    }
  }
}

async function createDemoVideo(
  past: Past,
  actors: Actors,
  video: DemoVideo,
  firstStart: Date,
): Promise<void> {
  const call = { query: {}, actor: actors[video.owner], request: demoRequest(demoActors[video.owner].ip) }
  const { db } = past.services
  const titles = db.selectFrom('video').select('id').where('owner_id', '=', personalOf(call.actor.id))
  if (await titles.where('title', '=', video.title).executeTakeFirst()) return
  past.moveTo(video.created)
  const body = { title: video.title, externalId: video.externalId }
  const { body: created } = await createVideo(past.services, { ...call, body })
  if (video.cast.length === 0) return
  past.moveTo(video.created, 50)
  const cast = await Promise.all(video.cast.map((key) => findPerformer(db, key)))
  const performers = video.cast.flatMap((key, index) => {
    const id = cast[index]?.id
    return id === undefined ? [] : [{ key, id }]
  })
  const performerIds = performers.map(({ id }) => id)
  await addPerformers(past.services, { ...call, id: created.id, performerIds })
  const dayOf = (daysAgo: number) => dayInJapan(momentOf(on(daysAgo, '00:00'), firstStart))
  const onVideo = { actor: call.actor, id: created.id, ip: call.request.ip }
  if (video.lacks) {
    await describeDemoVideo(past.services, onVideo, { lacks: video.lacks, performers, dayOf })
    await submitDemoPapers(past.services, {
      videoId: created.id,
      owner: call.actor,
      reviewer: actors.admin,
      request: call.request,
      title: video.lacks,
      cast: performers,
    })
  }
  const signing = {
    services: past.services,
    moveTo: past.moveTo,
    seal: () => sealNow(past.services),
    owner: call.actor,
    ip: call.request.ip ?? '',
  }
  for (const { key, id } of performers) {
    const state = video.signings?.[key]
    if (state) await playSigning({ ...signing, videoId: created.id }, { key, id }, state)
  }
  for (const { channel, daysAgo, endedDaysAgo } of video.sales ?? []) {
    const endedOn = endedDaysAgo === undefined ? null : dayOf(endedDaysAgo)
    await addPublication(past.services, {
      ...onVideo,
      input: { channel, startedOn: dayOf(daysAgo), endedOn },
    })
  }
  if (video.sales) await statePublications(past.services, { ...onVideo, known: true })
  await shareDemoVideo(past.services, { ...call, id: created.id }, actors, video.sharedWith)
}
