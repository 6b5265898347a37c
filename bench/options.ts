import { parseArgs } from 'node:util'

export const parts = [
  'audit',
  'get',
  'list',
  'monitoring',
  'search',
  'create',
  'upload',
  'photo',
  'download',
  'export',
  'leak',
  'start',
  'memory',
  'plans',
  'pages',
  'desk',
  'phone',
  'slow-clients',
  'costs',
  'processes',
] as const
export type Part = (typeof parts)[number]

export interface Options {
  readonly performers: number
  readonly videos: number
  readonly auditEntries: number
  /** `seconds` is the duration of each load, `rounds` how often product and floor alternate. */
  readonly seconds: number
  readonly rounds: number
  readonly only: ReadonlySet<Part>
  /** Whether to add the results to RESULTS.md. */
  readonly write: boolean
}

const usage = `Usage: npm run bench -w bench -- [options]
  --performers N    performers to seed (100000)
  --videos N        videos to seed (100000)
  --audit N         audit entries to seed (200000)
  --seconds N       length of one load, at most 10 (4)
  --rounds N        how often product and floor alternate (3)
  --only a,b        of ${parts.join(', ')}
  --no-write        do not change RESULTS.md`

/** @throws Error with the usage for invalid options */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    allowNegative: true,
    options: {
      performers: { type: 'string', default: '100000' },
      videos: { type: 'string', default: '100000' },
      audit: { type: 'string', default: '200000' },
      seconds: { type: 'string', default: '4' },
      rounds: { type: 'string', default: '3' },
      only: { type: 'string', default: parts.join(',') },
      write: { type: 'boolean', default: true },
    },
  })
  const only = values.only.split(',').map((name) => {
    const part = parts.find((each) => each === name.trim())
    if (!part) throw new Error(`Unknown part ${name}.\n${usage}`)
    return part
  })
  return {
    performers: whole('performers', values.performers, 1000, 10_000_000),
    videos: whole('videos', values.videos, 1000, 10_000_000),
    auditEntries: whole('audit', values.audit, 0, 50_000_000),
    seconds: whole('seconds', values.seconds, 1, 10),
    rounds: whole('rounds', values.rounds, 1, 20),
    only: new Set(only),
    write: values.write,
  }
}

function whole(name: string, text: string, least: number, most: number): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= least && value <= most) return value
  throw new Error(`--${name} must be a whole number from ${least} to ${most}.\n${usage}`)
}
