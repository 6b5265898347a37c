import { randomBytes } from 'node:crypto'
import type { AuditDetails } from '@kyc/contract/audit-fields.ts'
import { dayInJapan } from '@kyc/contract/dates.ts'
import type { TakedownKind, TakedownState, TakedownWay } from '@kyc/contract/takedown-vocabulary.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { aboutTakedown, aboutVideo } from '../audit/about.ts'
import type { Origin } from '../audit/record.ts'
import { mailTakedown } from '../mails/mail-takedown.ts'
import { refreshGates } from '../videos/gate/refresh-gate.ts'
import { dueTime } from './due-time.ts'
import { encryptNotice, type Notice } from './notice-box.ts'
import type { TakedownServices } from './takedown-services.ts'
import { insertTakedown, stopVideo } from './takedowns-repository.ts'

/** A request that has arrived. */
export interface Arrival {
  readonly kind: TakedownKind
  readonly way: TakedownWay
  /** Confirmed at once if the way of its arrival proves who sent it, otherwise held. */
  readonly state: Extract<TakedownState, 'held' | 'confirmed'>
  /** Null if it is not known yet which title it is about. */
  readonly video: { readonly id: string; readonly ownerId: string } | null
  readonly performerId: string | null
  readonly notice: Notice
  readonly sentOn: string | null
  readonly receivedAt: Date
  /** The account that entered it; null if no account did. */
  readonly enteredBy: string | null
}

/**
 * Stores a request and stops its title, what is derived from it and every channel, in `tx`: after it, no publication of
 * them is recorded (D108). Returns the id and the number of the receipt.
 */
export async function receiveTakedown(
  services: TakedownServices,
  tx: Tx,
  arrival: Arrival,
  by: { readonly origin: Origin; readonly details?: AuditDetails },
): Promise<{ readonly id: string; readonly number: string }> {
  const { kind, way, state, video, performerId, receivedAt, sentOn } = arrival
  const at = services.clock.now()
  const [id, number] = [newId(at), receiptNumber()]
  await insertTakedown(tx, {
    ...{ id, number, kind, state, way, performerId, receivedAt, sentOn, ...dueTime(kind, receivedAt) },
    videoId: video?.id ?? null,
    ownerId: video?.ownerId ?? null,
    notice: encryptNotice(services, id, arrival.notice),
    createdBy: arrival.enteredBy,
    confirmedAt: state === 'confirmed' ? at : null,
  })
  const about = aboutTakedown(id, { owner: video?.ownerId ?? null, performerId })
  const details = { takedownKind: kind, takedownWay: way, takedownState: state, ...by.details }
  await services.audit.record(tx, by.origin, 'create', about, details)
  if (video) await stopTitles(services, tx, { id, number, kind, way, videoId: video.id }, by)
  return { id, number }
}

/** Stops the titles of a request, with an entry for each, and mails their organisation. */
export async function stopTitles(
  services: TakedownServices,
  tx: Tx,
  takedown: {
    readonly id: string
    readonly number: string
    readonly kind: TakedownKind
    readonly way: TakedownWay
    readonly videoId: string
  },
  by: { readonly origin: Origin; readonly details?: AuditDetails },
): Promise<void> {
  const { id, number, kind, way, videoId } = takedown
  const stopped = await stopVideo(tx, { takedownId: id, videoId })
  for (const video of stopped)
    await services.audit.record(tx, by.origin, 'update', aboutVideo(video.id, video.owner_id), {
      ...by.details,
      takedown: number,
      takedownKind: kind,
    })
  await refreshGates(
    tx,
    stopped.map((video) => video.id),
    dayInJapan(services.clock.now()),
  )
  const [title] = stopped
  if (title)
    await mailTakedown(services, tx, {
      id,
      number,
      kind,
      way,
      ownerId: title.owner_id,
      derived: stopped.length - 1,
    })
}

/** Crockford's alphabet, without letters that are read as digits. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** The number that a sender keeps: 40 random bits, so that another's cannot be guessed. */
function receiptNumber(): string {
  const letters = Array.from(randomBytes(8), (byte) => alphabet[byte % alphabet.length]).join('')
  return `T-${letters.slice(0, 4)}-${letters.slice(4)}`
}
