import type { FileCause } from '@kyc/contract/document-vocabulary.ts'
import type { Box } from '@kyc/contract/masks.ts'

/** The messages between the server and its helpers. */
export type CleaningJob =
  | ({ kind: 'image' } & ImageJob)
  | ({ kind: 'mosaic' } & MosaicJob)
  | { kind: 'pdf'; input: string }
export type CleaningReply =
  | { ok: CleanImage | ExaminedPdf | null }
  | { refused: Refusal }
  | { failed: string }

export interface ImageJob {
  readonly input: string
  readonly format: 'jpeg' | 'png'
  /** Filled with black in the picture and its renditions. */
  readonly boxes: readonly Box[]
  /** Whether the perceptual hash is wanted, which costs a pass over the rendition for the screen. */
  readonly hashed: boolean
  /** Where to write the full picture and its two smaller renditions. */
  readonly full: string
  readonly screen: string
  readonly thumbnail: string
}

/** A picture of which nothing is to be legible. */
export interface MosaicJob {
  readonly input: string
  readonly output: string
}

export interface CleanImage {
  readonly width: number
  readonly height: number
  readonly size: number
  readonly screenSize: number
  readonly thumbnailSize: number
  /** The perceptual hash, in hex; null unless `hashed`. */
  readonly hash: string | null
}

export interface ExaminedPdf {
  readonly pages: number
}

/** Why a file is refused: the cause for the user, and the reason for the log. */
export interface Refusal {
  readonly fileCause: RefusalCause
  readonly reason: string
}

/** A cause of FILE_TYPE_UNSUPPORTED, or the one with a problem of its own (D114). */
export type RefusalCause = FileCause | 'individual_number'

/** The file is at fault, such as damaged or of another format. */
export class FileRefused extends Error {
  readonly fileCause: RefusalCause

  constructor(fileCause: RefusalCause, reason: string, options?: ErrorOptions) {
    super(reason, options)
    this.name = 'FileRefused'
    this.fileCause = fileCause
  }
}
