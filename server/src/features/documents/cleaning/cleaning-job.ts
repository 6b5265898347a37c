/** What the server and the processes that open files exchange. */
export type CleaningJob = ({ kind: 'image' } & ImageJob) | { kind: 'pdf'; input: string }
export type CleaningAnswer = { ok: CleanImage | ExaminedPdf } | { refused: string } | { failed: string }

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

/** The file itself is at fault: it is not what it must be. The message is for the log. */
export class FileRefused extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options)
    this.name = 'FileRefused'
  }
}
