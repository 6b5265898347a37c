import { setTimeout as sleep } from 'node:timers/promises'
import type { DocumentType, StoredType } from '@kyc/contract/document-vocabulary.ts'
import type { Endpoint } from '@kyc/contract/endpoint.ts'
import { inTransaction, type Tx } from '../../../platform/db/transaction.ts'
import type { RequestInfo } from '../../../platform/http/requests/binding.ts'
import {
  claimKey,
  findReply,
  lockClaim,
  releaseClaim,
  renewClaim,
  saveReply,
  untilFree,
} from '../../../platform/idempotency/idempotency-claims.ts'
import { type IdempotencyKey, identityOf } from '../../../platform/idempotency/idempotency-key.ts'
import { decryptReply, encryptReply } from '../../../platform/idempotency/reply-box.ts'
import { newId, type OrganisationId } from '../../../platform/ids.ts'
import { Problem } from '../../../platform/problem.ts'
import { newObjectKey } from '../../../platform/storage/object-store.ts'
import type { Actor } from '../../access/actor.ts'
import type { DocumentServices } from '../document-services.ts'
import { chargeQuota } from './charge-quota.ts'
import { holdLease } from './hold-lease.ts'
import type { ReceivedFile, ReceivedForm } from './receive-form.ts'
import { abortIntent, commitIntent, insertIntent, renewIntent } from './upload-intents.ts'

/** A call that stores files, once its body was received. */
export interface UploadCall<Body, Type extends StoredType = DocumentType> {
  readonly actor: Actor
  /** The scope of the idempotency key if it is not the actor: the link that it came through (D66). */
  readonly scope?: string | undefined
  readonly request: Pick<RequestInfo, 'header' | 'signal'>
  /** Its name is the scope of the idempotency key; its status is saved with the reply. */
  readonly endpoint: Pick<Endpoint, 'name'> & { readonly reply: { readonly status: number } }
  /** The record that the path names, part of the fingerprint. */
  readonly target: readonly string[]
  /** The organisation whose quota is charged. */
  readonly organisation: OrganisationId
  readonly form: ReceivedForm<Type>
  /** Counted against the daily quota in addition to the bytes. */
  readonly registrations: 0 | 1
  /** For calls without an Idempotency-Key: whether the reply saved minutes ago is still true. */
  isStillValid(saved: Body, tx: Tx): Promise<boolean>
  /** The performer whose data the reply contains. */
  performerOf(reply: Body): string
}

/** The object keys of a file. All are recorded in advance; a PDF uses only the first. */
export interface ObjectKeys {
  readonly full: string
  readonly screen: string
  readonly thumbnail: string
}

/** A received file and the keys of its objects. */
export interface UploadFile<Type extends StoredType = DocumentType> {
  readonly file: ReceivedFile<Type>
  readonly keys: ObjectKeys
}

/**
 * Claims the idempotency key of a call, charges the quota and records the intent to store files, in one
 * transaction before the first object. If the same call has succeeded, returns its reply; if it is running,
 * waits for it (D20). The caller disposes the attempt with `await using`.
 */
export async function claimOrReplay<Body extends object, Type extends StoredType = DocumentType>(
  services: DocumentServices,
  call: UploadCall<Body, Type>,
): Promise<{ readonly attempt: UploadAttempt<Body, Type> } | { readonly replay: Body }> {
  const { actor, endpoint, form, request } = call
  const scope = call.scope ?? actor.id
  const { key, fingerprint } = identityOf({ scope, route: endpoint.name, request }, contentOf(call))
  return untilFree(async () => {
    const id = newId()
    const files = form.files.map((file) => ({ file, keys: newObjectKeys() }))
    const claim = await inTransaction(services.db, async (tx) => {
      const claim = await claimKey(tx, {
        key,
        fingerprint,
        claimId: id,
        isStillValid: ({ box }) => call.isStillValid(decryptReply<Body>(services, key, box), tx),
      })
      if (claim.state === 'mine') {
        const bytes = form.files.reduce((sum, { size }) => sum + size, 0)
        await chargeQuota(services, tx, call.organisation, { registrations: call.registrations, bytes })
        if (claim.tookOver) await abortIntent(tx, claim.tookOver)
        const objectKeys = files.flatMap(({ keys }) => Object.values(keys))
        await insertIntent(tx, { id, accountId: actor.id, workerId: services.intake.workerId, objectKeys })
      }
      return claim
    })
    if (claim.state === 'running') return undefined
    if (claim.state === 'done') return { replay: decryptReply<Body>(services, key, claim.reply.box) }
    const { performerOf } = call
    return {
      attempt: new UploadAttempt(services, { id, key, files, performerOf, status: endpoint.reply.status }),
    }
  }, request.signal)
}

/**
 * The content for the fingerprint: the fields and files instead of the body, because multipart boundaries differ on
 * every retry.
 */
function contentOf({ target, form }: UploadCall<never, StoredType>): (string | Buffer)[] {
  const names = Object.keys(form.fields).sort()
  const sorted = form.files.toSorted((one, other) => (one.part < other.part ? -1 : 1))
  return [
    JSON.stringify(target),
    JSON.stringify(names.map((name) => [name, form.fields[name]])),
    ...sorted.flatMap((file) => [file.part, file.filename, file.sha256]),
  ]
}

export function newObjectKeys(): ObjectKeys {
  return { full: newObjectKey(), screen: newObjectKey(), thumbnail: newObjectKey() }
}

interface AttemptState<Body, Type extends StoredType> {
  readonly id: string
  readonly key: IdempotencyKey
  readonly files: readonly UploadFile<Type>[]
  readonly status: number
  readonly performerOf: (reply: Body) => string
}

/**
 * One attempt, with its recorded intent. Renews its lease, so that neither a retry nor the sweeper takes
 * over. Disposing it ends the renewal and releases key and objects, unless `commit` may have succeeded.
 */
export class UploadAttempt<Body extends object, Type extends StoredType = DocumentType>
  implements AsyncDisposable
{
  readonly #services: DocumentServices
  readonly #state: AttemptState<Body, Type>
  readonly #lease: ReturnType<typeof holdLease>
  #mayHaveCommitted = false

  constructor(services: DocumentServices, state: AttemptState<Body, Type>) {
    this.#services = services
    this.#state = state
    const { db, log } = services
    const { id, key } = state
    this.#lease = holdLease(log, {
      renew: () => Promise.all([renewIntent(db, id), renewClaim(db, id, key)]),
      async release() {
        await releaseClaim(db, key, id)
        await abortIntent(db, id)
      },
    })
  }

  get files(): readonly UploadFile<Type>[] {
    return this.#state.files
  }

  /** The account or link that makes the attempt: the helpers clean files in turns by this id. */
  get accountId(): string {
    return this.#state.key.scope
  }

  /**
   * Runs `work` in the transaction that makes the stored files visible and saves its result as the reply for
   * repeats. If the connection is lost during the COMMIT, reads the outcome on a new connection.
   */
  async commit(work: (tx: Tx) => Promise<Body>): Promise<Body> {
    const { id, key, status, performerOf } = this.#state
    try {
      return await inTransaction(this.#services.db, async (tx) => {
        // Key before intent: a takeover locks them in the same order.
        await lockClaim(tx, key, id)
        await commitIntent(tx, id)
        const body = await work(tx)
        const box = encryptReply(this.#services, key, body)
        await saveReply(tx, key, id, { status, box, about: performerOf(body) })
        this.#mayHaveCommitted = true
        return body
      })
    } catch (error) {
      if (!this.#mayHaveCommitted) throw error
      return this.#findOutcome(error)
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#lease.end(this.#mayHaveCommitted)
  }

  async #findOutcome(cause: unknown): Promise<Body> {
    const { db, log } = this.#services
    const { id, key } = this.#state
    log.warn({ err: cause }, 'the outcome of a commit is unknown')
    for (let attempt = 1; attempt <= outcomeReads; attempt++) {
      const reply = await findReply(db, key, id).catch(() => undefined)
      if (reply) return decryptReply(this.#services, key, reply.box)
      await sleep(attempt * 100)
    }
    throw new Problem('TEMPORARILY_UNAVAILABLE', { retryAfterSeconds: 1, cause })
  }
}

const outcomeReads = 5
