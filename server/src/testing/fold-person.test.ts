import { afterAll, beforeAll, expect, test } from 'vitest'
import { foldName } from '../platform/fold-name.ts'
import { variantCharacters } from '../platform/variant-characters.ts'
import { createTestApp, type TestApp } from './app/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

test('the database folds the names of accounts as the server folds those of performers (D18)', async () => {
  const names = [
    ...variantCharacters.keys(),
    ...['髙橋', '山﨑', '渡邉', '齋藤', '𠮷野', '葛󠄀西', 'ﾔﾏﾀﾞ', 'ヤマダ ハナコ', 'ガギグゲゴ', 'ヴァヵヶ'],
    ...['ＹＡＭＡＤＡ', 'Ōno', 'Müller', 'ミナ・アレクサンドラ', '山田　花子', 'Ünlü-Öz', '㈱見本', 'éÉ'],
  ]
  const rows = await app.sql<{ folded: string }>(
    'SELECT fold_person(name) AS folded FROM unnest($1::text[]) WITH ORDINALITY AS n(name, at) ORDER BY at',
    [names],
  )
  expect(rows.map(({ folded }) => folded)).toEqual(names.map(foldName))
})
