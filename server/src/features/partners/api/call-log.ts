import type { PartnerMode } from '@kyc/contract/partners.ts'
import type { Db } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import type { Log } from '../../../platform/log.ts'

/** A call of a partner's server, without its content. */
export interface NewCall {
  readonly partnerId: string
  readonly mode: PartnerMode
  readonly keyHint: string
  readonly at: Date
  readonly method: string
  /** The path as the contract declares it, without ids. */
  readonly path: string
  readonly status: number
  readonly durationMs: number
  readonly requestId: string
}

type IdentifiedCall = NewCall & { readonly id: string }

/** Milliseconds that a call waits for others. */
const pause = 1000
/** The most calls of one second that are logged. Only several keys beyond their limits make more. */
const most = 1000

export interface CallLog {
  /** Keeps a call until the next insert. Never delays or fails the call. */
  add(call: NewCall): void
  close(): Promise<void>
}

/**
 * The log of calls, for the partner's page: written after the reply, in batches, so that no call needs a transaction
 * for it. Calls that are not yet written when the process dies are lost; acts have their entries in the audit log.
 */
export function createCallLog({ db, log }: { readonly db: Db; readonly log: Log }): CallLog {
  let waiting: IdentifiedCall[] = []
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()
  let dropped = 0
  let running = 0
  const write = () => {
    timer = undefined
    const calls = waiting
    waiting = []
    if (dropped > 0) log.warn({ dropped }, 'calls of partners were not logged')
    dropped = 0
    writing = writing
      .then(() => insertCalls(db, calls))
      .catch((error: unknown) =>
        log.warn({ err: error, calls: calls.length }, 'calls of partners were not logged'),
      )
  }
  return {
    add(call) {
      if (waiting.length >= most) {
        dropped++
        return
      }
      // The ids keep the order of the calls, also within one millisecond.
      waiting.push({ id: newId(call.at, running++), ...call })
      timer ??= setTimeout(write, pause).unref()
    },
    async close() {
      clearTimeout(timer)
      write()
      await writing
    },
  }
}

async function insertCalls(db: Db, calls: readonly IdentifiedCall[]): Promise<void> {
  if (calls.length === 0) return
  const rows = calls.map((call) => ({
    id: call.id,
    partner_id: call.partnerId,
    mode: call.mode,
    key_hint: call.keyHint,
    created_at: call.at,
    method: call.method,
    path: call.path,
    status: call.status,
    duration_ms: call.durationMs,
    request_id: call.requestId,
  }))
  await db.insertInto('partner_call').values(rows).execute()
}
