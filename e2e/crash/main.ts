import { parseArgs } from 'node:util'
import { runCrashes } from './crash-harness.ts'

// node e2e/crash/main.ts --kills 2000 --processes 3 --minutes 40
// sudo node e2e/crash/main.ts --power-losses 200 --processes 2
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '30' },
    'power-losses': { type: 'string' },
    processes: { type: 'string', default: '3' },
    minutes: { type: 'string', default: '60' },
  },
})
const kills = values['power-losses'] ?? values.kills
const report = await runCrashes({
  kills: Number(kills),
  powerLosses: values['power-losses'] !== undefined,
  processes: Number(values.processes),
  timeLimit: Number(values.minutes) * 60_000,
  onKill: (done) => process.stderr.write(`\r${done} of ${kills} crashes`),
})
console.log(`\n${JSON.stringify(report, null, 2)}`)
const faults = Object.values(report.findings).flat()
process.exitCode = faults.length + report.exits > 0 ? 1 : 0
