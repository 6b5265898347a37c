import { describeExamination } from '../operations/doctor/describe-examination.ts'
import { examine } from '../operations/doctor/examine.ts'
import { command, flag, withServices } from '../start/command.ts'
import { showProgress } from '../start/show-progress.ts'

// `npm run doctor`: compares rows, files, hashes and keys, while the server may be running. Exit codes: 0 no faults,
// 1 the check failed, 2 faults were found.

const usage = `Usage: npm run doctor [-- --json] [--fix]
--fix queues files that belong to no document for deletion. Everything else needs the backup.`

await command({ usage, options: { fix: flag, json: flag } }, async ({ fix, json }, environment) => {
  const found = await withServices(environment, async (services) => {
    const progress = showProgress()
    const result = await examine(services, { fix, onProgress: (check, n) => progress(`${check}: ${n}`) })
    progress.end()
    return result
  })
  console.log(json ? JSON.stringify(found) : describeExamination(found))
  return found.count > 0 ? 2 : 0
})
