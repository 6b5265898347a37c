import { expect, test } from '../setup/test.ts'

test('a file of performers is checked and registered as drafts, which are filtered and exported', {
  tag: '@long',
}, async ({ newPage, newAccount, signIn }) => {
  const page = await newPage()
  await signIn(page, await newAccount('user'))
  await page.goto('/performers/import')
  const choose = (name: string, lines: readonly string[]) =>
    page.getByLabel('ここにドロップ、またはファイルを選択').setInputFiles({
      name,
      mimeType: 'text/csv',
      buffer: Buffer.from(['姓,名,姓（ローマ字）,名（ローマ字）,外部ID', ...lines].join('\n')),
    })
  await choose('誤り.csv', ['取込,一郎,TORIKOMI,いちろう,B-1'])
  await expect(page.getByText('「いちろう」：名（ローマ字）', { exact: false })).toBeVisible()
  await expect(page.getByRole('button', { name: '0名を下書きで登録' })).toBeDisabled()
  await choose('名簿.csv', [
    '取込,一郎,TORIKOMI,ICHIRO,B-1',
    '取込,二郎,TORIKOMI,JIRO,B-2',
    '取込,三郎,TORIKOMI,さぶろう,B-3',
  ])
  await page.getByRole('button', { name: '2名を下書きで登録' }).click()
  await expect(page.getByText('2名を下書きで登録しました')).toBeVisible()
  await expect(page.getByText('登録しました', { exact: true })).toHaveCount(2)
  const left = page.waitForEvent('download')
  await page.getByRole('button', { name: '登録しない行をダウンロード' }).click()
  expect((await left).suggestedFilename()).toBe('登録していない行.xlsx')
  await page.getByRole('link', { name: '下書きの一覧' }).click()
  await expect(page).toHaveURL('/performers?status=draft')
  await expect(page.getByRole('main')).toContainText('2名')
  await page.getByRole('button', { name: '出演者一覧のその他の操作' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: /^エクスポート/ }).click()
  expect((await download).suggestedFilename()).toMatch(/^performers_.*\.xlsx$/)
  await page.getByRole('link', { name: '取込 一郎', exact: true }).click()
  await expect(
    page.getByText('出演同意書、身分証明書表面、本人写真を追加すると、審査が始まります。'),
  ).toBeVisible()
})
