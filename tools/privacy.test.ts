import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { retention } from '@kyc/contract/retention.ts'
import { expect, test } from 'vitest'

const document = readFileSync(join(import.meta.dirname, '../docs/privacy.md'), 'utf8')

test('docs/privacy.md lists every retention period with the job that ends it, and no other (D77)', () => {
  const [, table = ''] = document.split('| データ | 期間 | job |\n|---|---|---|\n')
  const rows = table.slice(0, table.indexOf('\n\n')).split('\n')
  expect(rows).toEqual(
    retention.map(({ data, kept, jobs }) => `| ${data} | ${kept} | ${jobs.join(', ') || '—'} |`),
  )
})
