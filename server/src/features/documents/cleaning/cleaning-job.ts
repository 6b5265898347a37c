import type { CleanImage, ImageJob } from './clean-image.ts'
import type { ExaminedPdf } from './examine-pdf.ts'

/** What goes to the process that opens files, and what comes back. */
export type CleaningJob = ({ kind: 'image' } & ImageJob) | { kind: 'pdf'; input: string }
export type CleaningAnswer = { ok: CleanImage | ExaminedPdf } | { refused: string } | { failed: string }
