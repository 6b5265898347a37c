export const suites = ['check', 'build', 'unit', 'postgres-15', 'e2e'] as const
export type Suite = (typeof suites)[number]

export interface Plan {
  readonly run: readonly Suite[]
  /** What Vitest and Playwright get beside our own flags: file filters and their own options. */
  readonly unitArguments: readonly string[]
  readonly postgresArguments: readonly string[]
  /** Every test on the oldest PostgreSQL, which a plain `npm test` does not run to save minutes. */
  readonly allOnOldestPostgres: boolean
  readonly e2eArguments: readonly string[]
}

/**
 * What `npm test -- <arguments>` means. `--check`, `--build`, `--unit`, `--postgres-15` and `--e2e` choose suites; a filter of files
 * chooses the suite that has such files; other options go to each test runner that runs.
 */
export function planTests(given: readonly string[]): Plan {
  const named = suites.filter((suite) => given.includes(`--${suite}`))
  const others = given.filter((argument) => !suites.some((suite) => argument === `--${suite}`))
  const isJourney = (argument: string) => /(^|\/)e2e(\/|$)|\.e2e\.ts/.test(argument)
  const filters = others.filter((argument) => /^(?!-).*(\/|\.(ts|tsx)$)/.test(argument))
  const options = others.filter((argument) => !filters.includes(argument))
  const journeys = filters.filter(isJourney)
  const files = filters.filter((filter) => !isJourney(filter))
  const implied: Suite[] = [
    ...(files.length > 0 ? (['unit'] as const) : []),
    ...(journeys.length > 0 ? (['build', 'e2e'] as const) : []),
  ]
  const chosen = named.length > 0 ? named : implied.length > 0 ? implied : suites
  return {
    // The journeys drive the built pages.
    run: suites.filter((suite) => chosen.includes(suite) || (suite === 'build' && chosen.includes('e2e'))),
    unitArguments: [...files, ...options],
    postgresArguments: options,
    allOnOldestPostgres: named.includes('postgres-15'),
    e2eArguments: [...journeys, ...options],
  }
}
