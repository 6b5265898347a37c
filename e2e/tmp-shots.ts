import { writeFileSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { debianBrowser } from '../tools/setup/chromium.mjs'
import { demoPassword, emails, fillLogin } from './setup/test.ts'

const executablePath = debianBrowser()
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: ['--no-sandbox', '--disable-gpu'],
})
const url = 'http://localhost:4719'
writeFileSync(
  '/tmp/i-shots/list.csv',
  '姓,名,姓（ローマ字）,名（ローマ字）,生年月日,外部ID,メモ\n取込,一郎,TORIKOMI,ICHIRO,1998/4/2,B-1,x\n取込,二郎,とりこみ,JIRO,平成10年4月2日,B-2,\n取込,三郎,TORIKOMI,SABURO,2999/1/1,B-2,\n',
)
writeFileSync(
  '/tmp/i-shots/good.csv',
  '姓,名,姓（ローマ字）,名（ローマ字）,外部ID\n取込,一郎,TORIKOMI,ICHIRO,B-1\n取込,二郎,TORIKOMI,JIRO,B-2\n',
)
for (const [name, size, scheme] of [
  ['desk', { width: 1280, height: 800 }, 'light'],
  ['phone', { width: 390, height: 844 }, 'light'],
  ['dark', { width: 1280, height: 800 }, 'dark'],
] as const) {
  const context = await browser.newContext({
    baseURL: url,
    viewport: size,
    locale: 'ja-JP',
    colorScheme: scheme,
  })
  const page = await context.newPage()
  const shot = (n: string) =>
    page.screenshot({ path: `/tmp/i-shots/${name}-${n}.png`, animations: 'disabled' })
  page.on('pageerror', (e) => console.log(name, 'pageerror', e.message))
  page.on('console', (m) => {
    if (m.type() === 'error') console.log(name, 'console', m.text())
  })
  await page.goto('/login')
  await fillLogin(page, emails.user, demoPassword)
  await page.getByRole('heading', { level: 1, name: 'ダッシュボード' }).waitFor()
  await page.goto('/performers/import')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  await shot('import')
  await page.locator('input[type=file]').setInputFiles('/tmp/i-shots/list.csv')
  await page.getByRole('heading', { name: 'list.csv' }).waitFor()
  await shot('import-checked')
  await page.locator('input[type=file]').setInputFiles('/tmp/i-shots/good.csv')
  await page.getByRole('heading', { name: 'good.csv' }).waitFor()
  await shot('import-good')
  const button = page.getByRole('button', { name: /名を下書きで登録/ })
  if (await button.isEnabled()) {
    await button.click()
    await page.getByText(/下書きで登録しました/).waitFor()
    await shot('import-done')
  }
  await page.goto('/performers')
  await page.waitForLoadState('networkidle')
  await shot('list')
  await page.getByRole('button', { name: '出演者一覧のその他の操作' }).click()
  await page.getByRole('menuitem', { name: '表示する列' }).waitFor()
  await shot('list-menu')
  await page.getByRole('menuitem', { name: '表示する列' }).click()
  await page.getByRole('checkbox', { name: '外部ID' }).click()
  await page.getByRole('checkbox', { name: '登録日時' }).click()
  await shot('columns')
  await page.getByRole('button', { name: '閉じる' }).last().click()
  await page.waitForTimeout(200)
  await shot('list-columns')
  await page.getByRole('button', { name: '保存した条件' }).click()
  await page.getByRole('menuitem', { name: '条件を保存・削除' }).click()
  await page.getByRole('textbox', { name: 'いまの条件の名前' }).fill(`条件 ${name} ${Date.now() % 10000}`)
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '保存した条件' }).click()
  await page.getByRole('menuitem', { name: '条件を保存・削除' }).click()
  await page.getByRole('dialog').waitFor()
  await shot('saved')
  await page.keyboard.press('Escape')
  await page.goto('/performers?status=draft')
  await page.getByRole('link', { name: '取込 一郎' }).first().click()
  await page.getByText('下書きです').waitFor()
  await page.waitForLoadState('networkidle')
  await shot('draft')
  await page.goto('/performers/add')
  for (const [l, v] of [
    ['姓（ローマ字）', 'A'],
    ['名（ローマ字）', 'B'],
    ['姓', '見本'],
    ['名', '花子'],
  ] as const)
    await page.getByRole('textbox', { name: l, exact: true }).fill(v)
  await page.waitForTimeout(500)
  await shot('register')
  await context.close()
}
await browser.close()
