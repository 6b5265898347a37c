import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type AuditAction,
  type AuditResourceType,
  auditActions,
  auditResourceTypes,
} from '@kyc/contract/audit-vocabulary.ts'
import type pg from 'pg'
import type { WatchStatement } from '../../platform/db/pool-connections.ts'

const running = new AsyncLocalStorage<ObservedWrites>()

/**
 * What one call writes to the database. Derived from its statements, so that no handler can omit a report.
 */
export class ObservedWrites {
  /**
   * The writes of each committed transaction, and of each statement outside one: tables (`account`) by
   * inserts and deletes, columns (`account.name`) by updates. Writes of triggers are not included.
   */
  readonly committed: ReadonlySet<string>[] = []
  /** The actions of the entries that it writes, also in transactions that fail. */
  readonly actions = new Set<AuditAction>()
  /** The actions with the resource type of each entry, by `{action}/{resource type}`. */
  readonly kinds = new Map<string, readonly [AuditAction, AuditResourceType]>()

  /** Runs `work` and observes all statements that it causes. */
  during<T>(work: () => Promise<T>): Promise<T> {
    return running.run(this, work)
  }
}

interface OpenTransaction {
  changes: Set<string> | undefined
}

const transactions = new WeakMap<object, OpenTransaction>()

/** Reports the statements of the pool's connections to `ObservedWrites`. */
export const watchWrites: WatchStatement = (connection, text, values, reply) => {
  const writes = running.getStore()
  // Only a statement that begins with WITH can both select and write.
  if (!writes || /^select\b/i.test(text)) return
  if (/insert\s+into\s+(?:public\.)?"?audit_event\b/i.test(text)) observeEntry(writes, values.flat())
  const transaction = transactions.get(connection) ?? { changes: undefined }
  transactions.set(connection, transaction)
  // The caller handles the failure of the statement; a statement that failed wrote nothing.
  reply.then(
    (result) => settle(writes, transaction, text, result),
    () => undefined,
  )
}

/** The resource type follows the action in the columns of an entry. */
function observeEntry(writes: ObservedWrites, values: readonly unknown[]): void {
  for (const [index, value] of values.entries()) {
    if (!isAction(value)) continue
    writes.actions.add(value)
    const type = values[index + 1]
    if (isResourceType(type)) writes.kinds.set(`${value}/${type}`, [value, type])
  }
}

function isResourceType(value: unknown): value is AuditResourceType {
  return auditResourceTypes.some((type) => type === value)
}

function isAction(value: unknown): value is AuditAction {
  return auditActions.some((action) => action === value)
}

function settle(
  writes: ObservedWrites,
  transaction: OpenTransaction,
  text: string,
  result: pg.QueryResult,
): void {
  if (text === 'begin' || text.startsWith('start transaction')) transaction.changes = new Set()
  else if (text === 'rollback') transaction.changes = undefined
  else if (text === 'commit') {
    if (transaction.changes?.size) writes.committed.push(transaction.changes)
    transaction.changes = undefined
  } else {
    const changes = changesOf(text, result)
    if (transaction.changes) for (const change of changes) transaction.changes.add(change)
    else if (changes.length > 0) writes.committed.push(new Set(changes))
  }
}

function changesOf(text: string, { command, rowCount }: pg.QueryResult): readonly string[] {
  const statements = writesIn(text)
  return statements.length === 1 && rowCount === 0 && command !== 'SELECT' ? [] : statements.flat()
}

/** Locks (FOR UPDATE) and conflicts (DO UPDATE) name no table of their own. */
const write =
  /\b(?:insert\s+into|delete\s+from|merge\s+into|((?<!\b(?:for|key|do)\s+)update))\s+(?:only\s+)?([\w".]+)/gi
const assignments = /\bset\s+(.*?)(?:\b(?:where|returning|from)\b|$)/is

/** What each write in a statement changes, including writes in common table expressions. */
function writesIn(text: string): string[][] {
  return [...text.matchAll(write)].map(({ 0: { length }, 1: update, 2: quoted = '', index }) => {
    const table = quoted.replaceAll('"', '').replace(/^public\./, '')
    const [, set = ''] = update ? (assignments.exec(text.slice(index + length)) ?? []) : []
    const columns = [...set.matchAll(/(?:^|,)\s*"?(\w+)"?\s*=/g)]
    return columns.length === 0 ? [table] : columns.map(([, column]) => `${table}.${column}`)
  })
}
