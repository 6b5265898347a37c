import { createHmac, timingSafeEqual } from 'node:crypto'
import type { AuditKeys } from '../entry-box.ts'

/** A part of the log without faults, from its beginning to a checkpoint. */
export interface Position {
  readonly size: number
  readonly root: Buffer
}

/** A position as text with a MAC: a changed one would hide what was never verified. */
export function formatPosition(keys: AuditKeys, { size, root }: Position): string {
  const content = `${size} ${root.toString('hex')}`
  return `${content} ${macOf(keys, content).toString('hex')}`
}

/**
 * The position in `text`. Undefined if `formatPosition` did not write it with the same keys: then the whole log is
 * verified.
 */
export function parsePosition(keys: AuditKeys, text: string): Position | undefined {
  const [, content = '', size, root = '', mac = ''] =
    /^((\d+) ([0-9a-f]+)) ([0-9a-f]+)$/.exec(text.trim()) ?? []
  const [expected, given] = [macOf(keys, content), Buffer.from(mac, 'hex')]
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  return { size: Number(size), root: Buffer.from(root, 'hex') }
}

function macOf(keys: AuditKeys, content: string): Buffer {
  return createHmac('sha256', keys.mac).update(`position ${content}`).digest()
}
