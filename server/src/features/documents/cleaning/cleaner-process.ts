import { cleanImage, restrictDecoder } from './clean-image.ts'
import { type CleaningJob, type CleaningReply, FileRefused } from './cleaning-job.ts'
import { makeMosaic } from './mosaic.ts'
import { loadCodeReader } from './read-codes.ts'

/**
 * The helper: a separate process that opens untrusted files. It has no secrets, database or network, and may
 * be killed at any moment.
 */
restrictDecoder()
await loadCodeReader()
// Ignores Ctrl-C, which signals the whole process group: only the parent ends this process.
process.on('SIGINT', () => undefined)
process.on('disconnect', () => process.exit())
process.on('message', (job: CleaningJob) => {
  run(job).then((reply) => process.send?.(reply))
})
process.send?.('ready')

async function run(job: CleaningJob): Promise<CleaningReply> {
  try {
    switch (job.kind) {
      case 'pdf': {
        // Imported on demand: this takes half of the start of a helper, and pictures do not need it.
        const { examinePdf } = await import('./examine-pdf.ts')
        return { ok: await examinePdf(job.input) }
      }
      case 'image':
        return { ok: await cleanImage(job) }
      case 'mosaic':
        await makeMosaic(job)
        return { ok: null }
    }
  } catch (error) {
    if (error instanceof FileRefused) {
      return { refused: { fileCause: error.fileCause, reason: error.message } }
    }
    return { failed: error instanceof Error ? error.message : String(error) }
  }
}
