import { getSavedFilters, type SavedFilter, saveFilters } from '@kyc/contract/saved-filters.ts'
import { expect, test } from 'vitest'
import { useStage } from '../../testing/app/test-app.ts'
import { refusalOf } from '../../testing/app/test-client.ts'

const { app } = useStage()

const waiting: SavedFilter = { name: '三日以上', search: { waiting: 'true', waitedFrom: '3' } }

test('an account saves filters for itself and replaces them (D80)', async () => {
  const [user, other] = [await app.signedIn('user'), await app.signedIn('auditor')]
  expect(await user.send(getSavedFilters)).toEqual({ filters: [] })
  const filters = [waiting, { name: '下書き', search: { status: 'draft' as const } }]
  await user.send(saveFilters, { body: { filters } })
  expect(await user.send(getSavedFilters)).toEqual({ filters })
  await user.send(saveFilters, { body: { filters: [waiting] } })
  expect(await user.send(getSavedFilters)).toEqual({ filters: [waiting] })
  expect(await other.send(getSavedFilters)).toEqual({ filters: [] })
  expect(await other.send(saveFilters, { body: { filters: [waiting] } })).toEqual({ filters: [waiting] })
})

test.each<[string, unknown[]]>([
  ['a search text', [{ name: '検索', search: { search: '山田' } }]],
  ['a name twice', [waiting, waiting]],
  ['more than 20 filters', Array.from({ length: 21 }, (_, n) => ({ ...waiting, name: `${n}` }))],
])('a list of filters with %s is refused', async (_, filters) => {
  const user = await app.signedIn('user')
  expect(refusalOf(await user.put('/api/account/performer-filters', { filters }))).toEqual([
    400,
    'INVALID_INPUT',
  ])
})
