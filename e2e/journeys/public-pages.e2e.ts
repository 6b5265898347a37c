import { limits } from '@kyc/contract/limits.ts'
import type { Page } from '@playwright/test'
import {
  appearancesFor,
  expectAccessible,
  expectFit,
  expectNoHorizontalScroll,
  fullTests,
} from '../setup/accessible.ts'
import { demoNames, expect, heading, test } from '../setup/test.ts'

/** The links of the footer, each with a text of its page (spec §9). */
const pages = [
  ['よくある質問', '/faqs', '出演同意書、身分証明書表面、本人写真の3点が必須です。'],
  ['利用規約', '/terms', '東京地方裁判所を第一審の専属的合意管轄裁判所とします。'],
  ['プライバシーポリシー', '/privacy', '必要最小限の権限を与えられた担当者だけがデータに接触できます。'],
  ['キャンセルポリシー', '/cancellation', `利用開始日から${limits.policy.refundDays}日以内`],
  ['お問い合わせ', '/contact', `${limits.contactReplyHours}時間以内に、メールで回答いたします。`],
  ['開発者向け', '/developers', '提携先APIの手引きです。'],
] as const

/** The positions of the logo and the title. */
async function places(page: Page, label: string) {
  const logo = page.getByRole('banner').getByRole('link', { name: '本人確認管理システム' })
  return [await logo.boundingBox(), await heading(page, label).boundingBox()]
}

async function walkFooter(page: Page): Promise<void> {
  const footer = page.getByRole('contentinfo')
  await expect(footer.getByRole('link')).toHaveText([...pages.map(([label]) => label), '公開停止の申し出'])
  for (const [label, address, words] of pages) {
    await footer.getByRole('link', { name: label }).click()
    await expect(page).toHaveURL(address)
    await expect(heading(page, label)).toBeVisible()
    await expect(page).toHaveTitle(`${label}｜本人確認管理システム`)
    await expect(page.getByRole('main')).toContainText(words)
    const list = page.getByRole('navigation', { name: 'ご案内' })
    await expect(list.getByRole('link')).toHaveText(pages.map(([each]) => each))
    await expect(list.getByRole('link', { name: label })).toHaveAttribute('aria-current', 'page')
  }
}

test('without a sign-in all public pages open from the footer of the login page and lead back', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/login')
  await walkFooter(page)
  await page.getByRole('banner').getByRole('link', { name: 'ログイン', exact: true }).click()
  await expect(heading(page, 'ログイン')).toBeVisible()
})

test('after a sign-in all public pages open from the footer and lead back to the dashboard', {
  tag: '@long',
}, async ({ pageOf }) => {
  const page = await pageOf('user', { at: '/' })
  await walkFooter(page)
  await page.getByRole('link', { name: 'ダッシュボードへ戻る' }).click()
  await expect(heading(page, 'ダッシュボード')).toBeVisible()
})

for (const [turn, width, height] of [
  [0, 1280, 800],
  [1, 390, 844],
] as const) {
  test(`the public pages keep name, role, logout and menu of an account at ${width} px, in the same layout as without a sign-in`, {
    tag: '@long',
  }, async ({ pageOf, newPage }) => {
    const page = await pageOf('admin', { viewport: { width, height } })
    const anonymous = await newPage({ viewport: { width, height } })
    // All pages have the same frame, so a plain run checks each page at one width.
    const checked = pages.filter((_, index) => fullTests || index % 2 === turn)
    for (const [label, address] of checked) {
      await page.goto(address)
      await expect(heading(page, label)).toBeVisible()
      const banner = page.getByRole('banner')
      const menuButton = banner.getByRole('button', { name: 'メニューを開く' })
      await expect(menuButton).toBeVisible()
      // The layout without a sign-in is the same, so nothing moves when the page has loaded its account.
      await anonymous.goto(address)
      await expect(heading(anonymous, label)).toBeVisible()
      expect(await places(page, label)).toEqual(await places(anonymous, label))
      await expectNoHorizontalScroll(page)
      await menuButton.click()
      const menu = page.getByRole('dialog')
      await expect(menu.getByRole('link', { name: '出演者一覧' })).toBeVisible()
      for (const place of width > 500 ? [banner, menu] : [menu]) {
        await expect(place.getByText(demoNames.admin)).toBeVisible()
        await expect(place.getByText('管理者', { exact: true })).toBeVisible()
        await expect(place.getByRole('button', { name: 'ログアウト' })).toBeVisible()
      }
      await page.keyboard.press('Escape')
      await expect(menu).toBeHidden()
      await expect(menuButton).toBeFocused()
    }
    await expectAccessible(page)
    if (width < 500) await page.getByRole('button', { name: 'メニューを開く' }).click()
    await page.getByRole('button', { name: 'ログアウト' }).last().click()
    await expect(page).toHaveURL('/login')
  })
}

test('after navigation the focus is at the text of the page', { tag: '@long' }, async ({ page }) => {
  await page.goto('/terms')
  await page.getByRole('navigation', { name: 'ご案内' }).getByRole('link', { name: 'よくある質問' }).click()
  await expect(heading(page, 'よくある質問')).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: '登録に必要な書類は何ですか。' })).toBeFocused()
})

test('answers open and close by keyboard, and closed ones are hidden from screen readers', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/faqs')
  const question = (name: string) => page.getByRole('button', { name, exact: true })
  await expect(question('登録に必要な書類は何ですか。')).toHaveAttribute('aria-expanded', 'true')
  const refund = question('返金はできますか。')
  await expect(refund).toHaveAttribute('aria-expanded', 'false')
  await expect(page.getByText('全額を返金します。')).toBeHidden()
  await refund.focus()
  await page.keyboard.press('Enter')
  await expect(refund).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByText('全額を返金します。')).toBeVisible()
  await expect(page).toHaveURL('/faqs#refund')
  await expect(refund, 'the page stays where it is').toBeFocused()
  await page.keyboard.press('Tab')
  await expect(question('解約の手続きを教えてください。')).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Space')
  await expect(refund).toHaveAttribute('aria-expanded', 'false')
  await expect(page).toHaveURL('/faqs')
})

test('an address with the name of a question opens it', { tag: '@long' }, async ({ page }) => {
  await page.goto('/faqs#cancel')
  const cancel = page.getByRole('button', { name: '解約の手続きを教えてください。' })
  await expect(cancel).toHaveAttribute('aria-expanded', 'true')
  await expect(cancel).toBeInViewport()
  await page.getByRole('main').getByRole('link', { name: 'お問い合わせ' }).click()
  await expect(heading(page, 'お問い合わせ')).toBeVisible()
})

test('an address with the number of an article scrolls to it', { tag: '@long' }, async ({ page }) => {
  await page.goto('/terms#article-10')
  await expect(page.getByRole('heading', { name: '第10条（データの保管と破棄）' })).toBeInViewport()
})

test('the articles of the terms are numbered without a gap', { tag: '@long' }, async ({ page }) => {
  await page.goto('/terms')
  await expect(heading(page, '利用規約')).toBeVisible()
  const articles = await page.getByRole('heading', { level: 2 }).allInnerTexts()
  expect(articles.length).toBeGreaterThan(10)
  for (const [index, article] of articles.entries())
    expect(article).toMatch(new RegExp(`^第${index + 1}条（.+）$`))
})

for (const { width, colorScheme, options } of appearancesFor(1)) {
  test(`the public pages are accessible at ${width} px in the ${colorScheme} scheme`, {
    tag: '@long',
  }, async ({ newPage }) => {
    const page = await newPage(options)
    for (const [label, address] of pages) {
      await page.goto(address)
      await expect(heading(page, label)).toBeVisible()
      await expectFit(page)
    }
    await page.goto('/contact')
    await page.getByRole('button', { name: '送信' }).click()
    await expect(page.getByText('氏名を入力してください。')).toBeVisible()
    await expectAccessible(page)
  })
}
