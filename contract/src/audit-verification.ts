import { z } from 'zod'
import { instant } from './fields.ts'

/** The result of a verification of the audit log (D39). */

/**
 * What is wrong, by the code that `npm run audit:verify` exits with: 2 altered, 3 missing, 4 fork or rollback, 5
 * unsealed for too long, 6 bad signature.
 */
export const logFaultCodes = {
  /** The fields of an entry differ from its hash. */
  entry: 2,
  /** The MAC of an entry was not made with the key of the log: the entry was not written by the product. */
  mac: 2,
  /** The stored address or details of an entry differ from what the entry commits to. */
  details: 2,
  /** The address and details of an entry are missing, and no record about them was destroyed. */
  details_missing: 2,
  /** The hash of an entry in the tree differs from the entry. */
  leaf: 2,
  /** Two entries changed places in the tree. */
  order: 2,
  /** A stored inner hash of the tree differs from the entries below it. */
  node: 2,
  /**
   * A trigger, rule, function or right, which decides what a write of the database does, differs from the migrations.
   */
  schema: 2,
  entry_missing: 3,
  /** The log has fewer entries of a process than it stated, or the statement is missing or altered. */
  count: 3,
  leaf_missing: 3,
  node_missing: 3,
  checkpoint_missing: 3,
  /** The file of a published checkpoint is gone. */
  published_missing: 3,
  /** The signed root of a checkpoint differs from the entries that it covers. */
  root: 4,
  /** A published checkpoint belongs to another history than the database. */
  fork: 4,
  /** A published checkpoint covers more entries than the database has. */
  rollback: 4,
  unsealed: 5,
  /** A note is not signed with the key of the log, or does not match its checkpoint. */
  signature: 6,
  /** The public key next to the published checkpoints is not that of the log. */
  key: 6,
} as const
export type LogFaultKind = keyof typeof logFaultCodes

export const maximumFaults = 100

export const logFaultSchema = z.strictObject({
  code: z.int(),
  kind: z.enum(Object.keys(logFaultCodes) as LogFaultKind[]), // the keys of the table above
  /** The id of the entry; null if the fault concerns no entry, or if the entry is missing without a trace. */
  entryId: z.string().nullable(),
  /** The position of the entry in the tree, from 0; of a node, of its first entry. */
  leafIndex: z.int().nullable(),
  /** The size of the tree at a checkpoint. */
  checkpoint: z.int().nullable(),
  /** What exactly is wrong, in the words of the database. */
  detail: z.string().optional(),
})
export type LogFault = z.infer<typeof logFaultSchema>

export const logVerificationSchema = z.strictObject({
  /** 0, or the lowest code of the faults: a fault of an entry also changes the roots above it. */
  code: z.int(),
  startedAt: instant,
  finishedAt: instant,
  /** The number of entries that were verified earlier; 0 for a full verification. */
  from: z.int(),
  /** The newest checkpoint: the number of entries that it covers, and the root in hex. */
  size: z.int(),
  root: z.string(),
  counts: z.strictObject({
    entries: z.int(),
    /** Entries whose address and details were destroyed with a record. */
    shredded: z.int(),
    /** Entries that wait for their seal. */
    unsealed: z.int(),
    nodes: z.int(),
    checkpoints: z.int(),
    published: z.int(),
    /** Published checkpoints of histories of the log whose loss was acknowledged. */
    acknowledged: z.int(),
    /** The number of all faults; the list `faults` contains the first ones. */
    faults: z.int(),
  }),
  faults: z.array(logFaultSchema).max(maximumFaults),
})
export type LogVerification = z.infer<typeof logVerificationSchema>
