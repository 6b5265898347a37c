/** The messages between the server and its helpers. */
export type CleaningJob = ({ kind: 'image' } & ImageJob) | { kind: 'pdf'; input: string }
export type CleaningReply = { ok: CleanImage | ExaminedPdf } | { refused: string } | { failed: string }

export interface ImageJob {
  readonly input: string
  readonly format: 'jpeg' | 'png'
  /** Where to write the full picture and its two smaller renditions. */
  readonly full: string
  readonly screen: string
  readonly thumbnail: string
}

export interface CleanImage {
  readonly width: number
  readonly height: number
  readonly size: number
  readonly screenSize: number
  readonly thumbnailSize: number
}

export interface ExaminedPdf {
  readonly pages: number
}

/** The file is at fault, such as damaged or of another format. The message is for the log. */
export class FileRefused extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options)
    this.name = 'FileRefused'
  }
}
