import { expect, test } from 'vitest'
import { growthTable, plansIn } from './growth-table.ts'

test('the growth table compares the dearest question of each measure between the sizes', () => {
  const run = (size: string, ms: string) =>
    plansIn(
      [
        `lists in every order, ${size} performers: ms at the database`,
        '| measure | floor | product | ratio | target |',
        '|---|---|---|---|---|',
        `| lists in every order, ${size} performers | – | ${ms} ms for {} as admin; 99th percentile of all runs 9.0 ms | – | each < 15 ms ✓ |`,
        '| start | – | 2 s | – | ≤ 5 s ✓ |',
      ].join('\n'),
    )
  const table = growthTable([10_000, 100_000], [run('10,000', '1.5'), run('100,000', '3.0')])
  expect(table.split('\n')).toEqual([
    '| dearest of each, ms at the database | 10,000 | 100,000 | growth |',
    '| --- | --- | --- | --- |',
    '| lists in every order, performers | 1.5 | 3.0 | 2.0 |',
  ])
})
