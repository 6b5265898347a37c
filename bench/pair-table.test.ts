import { expect, test } from 'vitest'
import { ratesIn, rateTable } from './pair-table.ts'

test('the table of two commits compares their ratios of product to floor, and marks a measure that fell by more than a tenth', () => {
  const run = (get: string, list: string) =>
    ratesIn(
      [
        'seeding 5000 performers …',
        '| measure | floor | product | ratio | target |',
        '|---|---|---|---|---|',
        `| get (memory 200 → ${list} MiB) | 2,000 req/s | 800 req/s | ${get} | ≥ 0.6 × floor ✗ |`,
        `| list | 1,000 req/s | 500 req/s | ${list} | ≥ 0.65 × floor ✗ |`,
        '| start | – | 2 s | – | ≤ 5 s ✓ |',
      ].join('\n'),
    )
  const table = rateTable({ before: [run('0.40', '0.50')], after: [run('0.32', '0.49')] })
  expect(table.split('\n').slice(2)).toEqual([
    '| get | 0.40 | 0.32 | 0.80 ✗ |',
    '| list | 0.50 | 0.49 | 0.98 ✓ |',
  ])
})
