import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { FaultPlan } from './fault-plan.ts'

/** Fails like a statement that the server cancels: its transaction is aborted. */
const cancelled = "DO $$ BEGIN RAISE EXCEPTION 'injected' USING ERRCODE = '57014'; END $$"
const lostText = 'Connection terminated unexpectedly'
const delay = 50

type Query = (this: pg.Client, ...args: unknown[]) => unknown

/**
 * Makes the statements of all connections of `login` fail as `plan` decides, in this process, until it is disposed.
 * Each text of a statement is a point, BEGIN and COMMIT too.
 */
export function breakConnections(plan: FaultPlan, login: string): Disposable {
  const { prototype } = pg.Client
  const query = prototype.query as Query // its overloads have no common type
  const faulty: Query = function (...args) {
    const text = textOf(args)
    if (text === undefined || this.user !== login) return query.apply(this, args)
    const drawn = plan.draw(`sql ${text}`)
    // The server refuses no rollback; only its connection can break.
    const fault = drawn === 'error' && text === 'rollback' ? 'lost' : drawn
    if (!fault) return query.apply(this, args)
    return failing(fault, this, () => query.apply(this, args), query)
  }
  prototype.query = faulty as typeof prototype.query // the same parameters and result
  return {
    [Symbol.dispose]() {
      prototype.query = query as typeof prototype.query // the original
    },
  }
}

async function failing(
  fault: NonNullable<ReturnType<FaultPlan['draw']>>,
  client: pg.Client,
  run: () => unknown,
  query: Query,
): Promise<unknown> {
  switch (fault) {
    case 'error':
      return query.call(client, cancelled)
    case 'lost':
      breakOff(client)
      throw new Error(lostText)
    case 'after':
      await run()
      breakOff(client)
      throw new Error(lostText)
    case 'delay':
      await sleep(delay)
      return run()
  }
}

/** Ends the connection without a message, as a failure of the network or of the server does. */
function breakOff(client: pg.Client): void {
  // The driver has no method that closes a connection without a message.
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
  connection.stream.destroy()
}

/** The text of a statement that returns a promise; undefined for cursors and callbacks. */
function textOf([statement, ...rest]: readonly unknown[]): string | undefined {
  if (rest.some((argument) => typeof argument === 'function')) return undefined
  const text = typeof statement === 'string' ? statement : (statement as { text?: unknown } | null)?.text
  if (typeof text !== 'string') return undefined
  // Shortened, so that statements that differ only in the length of a list of values are one point.
  return text
    .replace(/\s+/g, ' ')
    .replace(/\$\d+(?:, \$\d+)+/g, '$…')
    .replace(/(?:\(\$…\)(?:, )?)+/g, '($…)')
    .trim()
}
