import { cleanImage, restrictDecoder } from './clean-image.ts'
import { type CleaningAnswer, type CleaningJob, FileRefused } from './cleaning-job.ts'
import { examinePdf } from './examine-pdf.ts'

/**
 * The process that opens files of strangers, apart from everything else: it has no secrets, no database and no
 * network use, and may be killed at any moment (D58).
 */
restrictDecoder()
// Ctrl-C reaches the whole group; the parent decides when this process ends.
process.on('SIGINT', () => undefined)
process.on('disconnect', () => process.exit())
process.on('message', (job: CleaningJob) => {
  answer(job).then((reply) => process.send?.(reply))
})
process.send?.('ready')

async function answer(job: CleaningJob): Promise<CleaningAnswer> {
  try {
    return { ok: job.kind === 'pdf' ? await examinePdf(job.input) : await cleanImage(job) }
  } catch (error) {
    if (error instanceof FileRefused) return { refused: error.message }
    return { failed: error instanceof Error ? error.message : String(error) }
  }
}
