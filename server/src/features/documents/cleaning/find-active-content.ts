import { limits } from '@kyc/contract/limits.ts'
import { findActions } from './find-actions.ts'
import { readObjects } from './object-streams.ts'
import { decodeName, UnexaminedPdf } from './pdf-syntax.ts'

/** Names that make a PDF act, carry files, or hide what it holds. None is needed in an agreement. */
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
const name = /\/((?:[A-Za-z]|#[0-9A-Fa-f]{2}){2,60})(?![^\s()<>[\]{}/%\0])/g
const embeddedFile = /\/EF\s*(?:<<|\d+\s+\d+\s+R\b)/

/**
 * What is wrong with a PDF by the names and actions in it, also in its compressed object streams; undefined when nothing
 * is. Scanning everything finds too much rather than too little: no trick with strings, comments or offsets hides a name
 * that stands in the file.
 */
export function findActiveContent(bytes: Buffer): string | undefined {
  try {
    const { texts, objects } = readObjects(bytes, limits.cleaning.pdfInflatedBytes)
    for (const text of texts) {
      const fault = findIn(text)
      if (fault) return fault
    }
    return findActions(objects)
  } catch (error) {
    if (error instanceof UnexaminedPdf) return `what can’t be examined: ${error.message}`
    throw error
  }
}

function findIn(text: string): string | undefined {
  for (const match of text.matchAll(name)) {
    const fault = refused.get(decodeName(match[1] ?? ''))
    if (fault) return fault
  }
  return embeddedFile.test(text) ? 'embedded files' : undefined
}
