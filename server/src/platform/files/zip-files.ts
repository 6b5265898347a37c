import { ZipWriter } from './zip-writer.ts'

/** A file of an archive, whose pieces are read when its turn comes. */
export interface ArchiveFile {
  readonly path: string
  readonly pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>
  /** Without compression, for pictures and PDFs. */
  readonly stored?: boolean
}

/** The bytes of a ZIP in constant memory. Each file is written completely before the next one is requested. @throws as `ZipWriter` */
export async function* zipFiles(files: AsyncIterable<ArchiveFile>): AsyncGenerator<Uint8Array> {
  const zip = new ZipWriter()
  for await (const { path, pieces, stored = false } of files) {
    const file = zip.add(path, { stored })
    for await (const piece of pieces) {
      await file.write(piece)
      yield* zip.take()
    }
    await file.end()
    yield* zip.take()
  }
  zip.end()
  yield* zip.take()
}
