import { parseArgs } from 'node:util'
import { runCrashes } from './crash-harness.ts'

// node e2e/crash/main.ts --kills 1000
const { values } = parseArgs({ options: { kills: { type: 'string', default: '30' } } })
const report = await runCrashes(Number(values.kills))
console.log(JSON.stringify(report, null, 2))
const faults = [
  report.lost,
  report.duplicated,
  report.unreadable,
  report.unaudited,
  report.orphans,
  report.missing,
].flat()
process.exitCode = faults.length > 0 ? 1 : 0
