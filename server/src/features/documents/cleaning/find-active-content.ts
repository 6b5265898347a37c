import { cleaningLimits } from '@kyc/contract/cleaning-limits.ts'
import type { FileCause } from '@kyc/contract/document-vocabulary.ts'
import type { Refusal } from './cleaning-job.ts'
import { findActions } from './find-actions.ts'
import { readObjects } from './object-streams.ts'
import { decodeName, UnexaminedPdf } from './pdf-syntax.ts'

/** Names of features that run code, embed files or hide content. An agreement needs none of them. */
const refused = new Map([
  ['JavaScript', 'scripts'],
  ['Rendition', 'scripts'],
  ['XFA', 'scripts'],
  ['Launch', 'launch action'],
  ['ImportData', 'launch action'],
  ['EmbeddedFile', 'embedded files'],
  ['EmbeddedFiles', 'embedded files'],
  ['FileAttachment', 'embedded files'],
  ['RichMedia', 'embedded files'],
  ['RichMediaExecute', 'embedded files'],
  ['Movie', 'embedded files'],
  ['Sound', 'embedded files'],
  ['GoToE', 'embedded files'],
  ['GoToR', 'other files'],
  ['SubmitForm', 'a form that is sent'],
  ['Encrypt', 'encrypted'],
])

// A name may be written with #xx in place of any character.
const name = /\/((?:[A-Za-z]|#[0-9A-Fa-f]{2}){2,60})(?![^\s()<>[\]{}/%\0])/y
const embeddedFile = /\/EF\s*(?:<<|\d+\s+\d+\s+R\b)/y

/**
 * Returns the first refused name or action in a PDF, including its compressed object streams, or undefined.
 * Scans all text, so that strings, comments and offsets can't hide a name; it prefers false positives to
 * false negatives.
 */
export function findActiveContent(bytes: Buffer): Refusal | undefined {
  try {
    const { texts, objects } = readObjects(bytes, cleaningLimits.pdfInflatedBytes)
    for (const text of texts) {
      const fault = findIn(text)
      if (fault) return refusal(fault)
    }
    const action = findActions(objects)
    return action === undefined ? undefined : refusal(action)
  } catch (error) {
    if (!(error instanceof UnexaminedPdf)) throw error
    return { fileCause: 'damaged', reason: `can’t be examined: ${error.message}` }
  }
}

/** The reasons that have a cause of their own; all others have the cause `active`. */
const causes: ReadonlyMap<string, FileCause> = new Map([
  ['scripts', 'script'],
  ['encrypted', 'encrypted'],
])

function refusal(reason: string): Refusal {
  return { fileCause: causes.get(reason) ?? 'active', reason }
}

function findIn(text: string): string | undefined {
  let embeds = false
  // Each begins with a slash, which V8 finds four times as fast as it would find these patterns.
  for (let at = text.indexOf('/'); at !== -1; at = text.indexOf('/', at + 1)) {
    name.lastIndex = at
    embeddedFile.lastIndex = at
    const written = name.exec(text)?.[1]
    const fault = written && refused.get(decodeName(written))
    if (fault) return fault
    embeds ||= embeddedFile.test(text)
  }
  return embeds ? 'embedded files' : undefined
}
