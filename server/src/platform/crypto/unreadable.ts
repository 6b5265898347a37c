import { type UnreadableKind, unreadableKinds } from '@kyc/contract/health.ts'
import type { Log } from '../log.ts'
import { BoxDamaged } from './encrypted-box.ts'

/**
 * Stored content that this process could not decrypt since its start, by id. Each item is logged once;
 * `ready` reports the counts. An item that decrypts again, such as after a restore, is removed.
 */
export interface Unreadable {
  /** Returns the result of `decrypt`; undefined if its box is damaged, so that other boxes can still be read. */
  decrypt<T>(kind: UnreadableKind, id: string, decrypt: () => T): T | undefined
  add(kind: UnreadableKind, id: string, error?: unknown): void
  remove(kind: UnreadableKind, id: string): void
  has(kind: UnreadableKind, id: string): boolean
  counts(): Record<UnreadableKind, number>
}

/** Bounds the counts: a wrong backup damages everything at once. */
const mostKept = 10_000

export function createUnreadable(log: Log): Unreadable {
  const byKind = new Map(unreadableKinds.map((kind) => [kind, new Set<string>()]))
  const ids = (kind: UnreadableKind) => byKind.get(kind) ?? new Set<string>()
  const add: Unreadable['add'] = (kind, id, error) => {
    if (ids(kind).has(id) || ids(kind).size >= mostKept) return
    ids(kind).add(id)
    log.error({ err: error, kind, id }, 'stored content can not be decrypted')
  }
  const remove: Unreadable['remove'] = (kind, id) => void ids(kind).delete(id)
  return {
    decrypt(kind, id, decrypt) {
      try {
        const value = decrypt()
        remove(kind, id)
        return value
      } catch (error) {
        if (!(error instanceof BoxDamaged)) throw error
        add(kind, id, error)
        return undefined
      }
    },
    add,
    remove,
    has: (kind, id) => ids(kind).has(id),
    counts: () =>
      Object.fromEntries(unreadableKinds.map((kind) => [kind, ids(kind).size])) as Record<
        UnreadableKind,
        number
      >, // has an entry for every kind
  }
}
