import { day, minute, second } from './durations.ts'
import { MiB } from './limits.ts'

/** The limits of parts that only some pages load: drafts, masks, links and the review desk (D48). */
export const recordLimits = {
  /** D80: the file that the browser reads; a call sends at most `callBytes` of its lines, well below `jsonBytes`. */
  performerImport: {
    fileBytes: 5 * MiB,
    lines: 1000,
    linesPerCall: 100,
    callBytes: 48 * 1024,
    /** More than any field may have. Longer cells are cut, so that the reported error is the one of the field. */
    cellChars: 300,
    /** The same limit for the other names of a performer, which are all in one cell. */
    otherNamesChars: 4200,
  },
  /** D66. */
  performerLink: {
    valid: 3 * day,
    /** The lifetime of a code that binds another browser. */
    code: 10 * minute,
    /** Larger pictures are shrunk before they are sent from a phone. */
    shrinkAboveBytes: MiB,
  },
  /** The most rows of an exported list of performers, which the server process itself writes. */
  performersExported: 10_000,
  savedFilters: { count: 20, nameChars: 40 },
  review: {
    /** D21: how long a claim holds without renewal. */
    claimMinutes: 15,
    /** Entries of the history of a case. */
    history: 10,
    /** Versions that one call reports as shown. */
    shown: 50,
    /** Cases of one age or state are counted up to this number. */
    counted: 10_000,
    /** Organisations that the queue can be limited to. */
    organisations: 100,
    /** D78: resubmissions of a slot; a rejection of the last one closes the case. */
    resubmissions: 9,
    /** D123: how long a page offers to undo a decision. Mails about it are sent after `undo` and `undoGrace`. */
    undo: 10 * second,
    /** How much longer the server accepts the undo. */
    undoGrace: 5 * second,
  },
} as const
