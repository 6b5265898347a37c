import { parseArgs } from 'node:util'
import { runCrashes } from './crash-harness.ts'

// node e2e/crash/main.ts --kills 2000 --processes 3 --minutes 40
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '30' },
    processes: { type: 'string', default: '3' },
    minutes: { type: 'string', default: '60' },
  },
})
const report = await runCrashes({
  kills: Number(values.kills),
  processes: Number(values.processes),
  timeLimit: Number(values.minutes) * 60_000,
  onKill: (kills) => process.stderr.write(`\r${kills} of ${values.kills} kills`),
})
console.log(`\n${JSON.stringify(report, null, 2)}`)
const faults = Object.values(report.findings).flat()
process.exitCode = faults.length + report.exits > 0 ? 1 : 0
