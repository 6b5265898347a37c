import type { DocumentType } from '@kyc/contract/document-vocabulary.ts'
import pLimit from 'p-limit'
import { createAuditWriter } from '../features/audit/record.ts'
import type { Services } from '../services.ts'
import { type DemoActors, makeDemoActors } from './demo-actors.ts'
import { countFormVisits } from './form-visits.ts'
import { isSeeded, rememberFirstStart, rememberSeeded } from './installation.ts'
import { demoPeople } from './people.ts'
import { playStep } from './play-step.ts'
import { filesOf, registerPerson } from './register-person.ts'
import { reusingIntake } from './reusing-intake.ts'
import { type DemoStory, demoStories } from './stories.ts'
import { expiryOf, momentOf, StoryClock } from './times.ts'
import { makeDemoVideos } from './videos.ts'

const storiesAtOnce = 4

/** Before the first registration. */
const accountsMade = { daysAgo: 120, clock: '09:00' }

/**
 * Fills a fresh demo installation with accounts and records, once per database (D45). Everything goes through the
 * acts of the product, so that keys, files, states and the audit log are real. A start that was interrupted is
 * taken up where it ended: each step looks whether it was done.
 * @param stop ends the seeding after the stories that are being played, by throwing its reason
 */
export async function seedDemo(services: Services, stop?: AbortSignal): Promise<void> {
  const firstStart = await rememberFirstStart(services)
  if (await isSeeded(services.db)) return
  services.log.info('making the demo records, which takes some seconds')
  const intake = await reusingIntake(services.intake)
  try {
    const actors = await makeDemoActors(
      actingAt(services, new StoryClock(momentOf(accountsMade, firstStart))),
    )
    const slots = pLimit(storiesAtOnce)
    const plays = demoStories.map((story) =>
      slots(async () => {
        stop?.throwIfAborted()
        await playStory({ ...services, intake }, actors, story, firstStart)
      }),
    )
    // All have ended before the intake is cleared away.
    const failed = (await Promise.allSettled(plays)).find((play) => play.status === 'rejected')
    if (failed) throw failed.reason
    const clock = new StoryClock(firstStart)
    await makeDemoVideos(actingAt(services, clock), clock, actors, firstStart)
    await countFormVisits(actingAt(services, clock), clock, firstStart)
  } finally {
    await intake.close()
  }
  await rememberSeeded(services.db)
}

async function playStory(
  services: Services,
  actors: DemoActors,
  story: DemoStory,
  firstStart: Date,
): Promise<void> {
  const person = demoPeople.find(({ key }) => key === story.person)
  if (!person) throw new Error(`no demo person ${story.person}`)
  const clock = new StoryClock(momentOf(story.registered, firstStart))
  const scene = {
    services: actingAt(services, clock),
    clock,
    actors,
    person,
    expiresOn: expiryOf(person, firstStart),
  }
  const performerId = await registerPerson(scene, story)
  const versions = new Map<DocumentType, number>(filesOf(person, story).map(({ slot }) => [slot, 1]))
  for (const step of story.steps) {
    clock.moveTo(momentOf(step.at, firstStart))
    await playStep(scene, performerId, step, versions)
    if (step.act === 'submit') versions.set(step.type, (versions.get(step.type) ?? 0) + 1)
  }
}

/** The services at the time of `clock`; the log takes its times from its own one. The past writes no mails. */
function actingAt(services: Services, clock: StoryClock): Services {
  const mails = { ...services.mails, send: async () => undefined }
  return { ...services, clock, mails, audit: createAuditWriter(services.auditKeys, clock) }
}
