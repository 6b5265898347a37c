import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectFit } from '../setup/accessible.ts'
import { type Account, expect, heading, test } from '../setup/test.ts'

const phone = { viewport: { width: 390, height: 844 }, colorScheme: 'dark', reducedMotion: 'reduce' } as const

test('a company is founded, a colleague joins, both see its videos, and a removed member loses them at once', async ({
  newPage,
  newAccount,
  pageOf,
  signIn,
}) => {
  test.slow()
  const [founder, colleague] = [await newAccount('user'), await newAccount('user')]
  const company = `試験映像 ${randomBytes(3).toString('hex')}`
  const page = await newPage({ reducedMotion: 'reduce' })
  const other = await newPage(phone)
  await signIn(page, founder)
  await signIn(other, colleague)

  await test.step('a personal organisation becomes a company', async () => {
    await expect(page.getByRole('navigation', { name: 'メインメニュー' })).toBeVisible()
    await expect(page.getByRole('link', { name: '組織', exact: true })).toBeHidden()
    await page.goto('/account')
    await page.getByRole('main').getByRole('link', { name: founder.name }).click()
    await expect(heading(page, founder.name)).toBeVisible()
    await page.getByRole('button', { name: '会社名を設定' }).click()
    await page.getByRole('textbox', { name: '組織名' }).fill(company)
    await page.getByRole('textbox', { name: '正式名称' }).fill(`株式会社${company}`)
    await page.getByRole('textbox', { name: '連絡先' }).fill('03-0000-0000')
    await page.getByRole('button', { name: '会社にする' }).click()
    await expect(heading(page, company)).toBeVisible()
    await expect(page.getByRole('link', { name: '組織', exact: true })).toBeVisible()
  })

  await test.step('the office approves the company', async () => {
    await expect(page.getByText('この組織は、事務局の承認を待っています')).toBeVisible()
    await expectFit(page)
    const admin = await pageOf('admin', { reducedMotion: 'reduce' })
    await admin.goto('/users?tab=organisations&state=unapproved')
    await admin.getByRole('button', { name: `${company}の操作` }).click()
    await admin.getByRole('menuitem', { name: '承認', exact: true }).click()
    const dialog = admin.getByRole('dialog', { name: '組織の承認' })
    await expect(dialog.getByText(`株式会社${company}`)).toBeVisible()
    await expectFit(admin)
    await dialog.getByRole('button', { name: '承認する' }).click()
    await expect(admin.getByRole('button', { name: `${company}の操作` })).toBeHidden()
    await page.reload()
    await expect(page.getByText('この組織は、事務局の承認を待っています')).toBeHidden()
  })

  await test.step('the representative invites an account', async () => {
    await invite(page, colleague)
    await expect(page.getByRole('row').filter({ hasText: colleague.email })).toContainText('担当')
    await expectFit(page)
  })

  await test.step('the invited account joins, and the company is selected', async () => {
    await other.reload()
    await expect(other.getByText(`「${company}」（制作会社）への招待が届いています`)).toBeVisible()
    await expectFit(other)
    await other.getByRole('button', { name: '参加する' }).click()
    await expect(heading(other, company)).toBeVisible()
    await expect(other).toHaveURL(/\/organisation\?organisation=/)
    await expect(other.getByRole('button', { name: 'メンバーを招待' })).toBeDisabled()
    await expect(other.getByText('メンバーの管理と設定の変更は、代表だけができます。')).toBeVisible()
    await expectFit(other)
    await expect(page.getByRole('row').filter({ hasText: colleague.email })).toContainText(colleague.name)
    await expect(page.getByRole('heading', { name: '招待中' })).toBeHidden()
  })

  await test.step('a member sees the video of the other one, only in the company', async () => {
    await page.goto('/videos')
    await page.getByRole('button', { name: '新しい動画' }).first().click()
    await page.getByRole('textbox', { name: 'タイトル' }).fill('共有の動画')
    await page.getByRole('button', { name: '登録', exact: true }).click()
    await expect(heading(page, '共有の動画')).toBeVisible()

    await choose(other, '動画')
    await expect(heading(other, `${company}の動画`)).toBeVisible()
    await expect(other.getByRole('link', { name: '共有の動画', exact: true })).toBeVisible()
    const link = other.url()
    await expectFit(other)
    await other.getByRole('button', { name: 'メニューを開く' }).click()
    const switcher = other.getByRole('navigation', { name: '組織の切り替え' })
    await expect(switcher.getByRole('link', { name: company })).toHaveAttribute('aria-current', /true|page/)
    await expectFit(other)
    await switcher.getByRole('link', { name: colleague.name }).click()
    await expect(heading(other, '自分の動画')).toBeVisible()
    await expect(other.getByRole('heading', { name: '動画がありません' })).toBeVisible()
    await other.goto(link)
    await expect(other.getByRole('link', { name: '共有の動画', exact: true })).toBeVisible()
  })

  await test.step('a removed member loses the list on screen', async () => {
    await page.getByRole('link', { name: '組織', exact: true }).click()
    await page.getByRole('button', { name: `${colleague.name}の操作` }).click()
    await page.getByRole('menuitem', { name: 'メンバーから外す' }).click()
    const dialog = page.getByRole('dialog', { name: 'メンバーから外す' })
    await expect(dialog).toContainText('登録した内容と操作の記録は残ります。')
    await dialog.getByRole('button', { name: '外す', exact: true }).click()
    await expect(page.getByRole('row').filter({ hasText: colleague.email })).toBeHidden()

    await expect(other.getByRole('heading', { name: '組織が見つかりません' })).toBeVisible()
    await expect(other.getByRole('link', { name: '共有の動画', exact: true })).toBeHidden()
    await expectFit(other)
    await other.getByRole('link', { name: /に切り替える$/ }).click()
    await expect(heading(other, '自分の動画')).toBeVisible()
  })

  await test.step('the last representative cannot leave', async () => {
    await page.getByRole('button', { name: `${founder.name}の操作` }).click()
    await expect(
      page.getByRole('menuitem', { name: '組織から抜ける（ほかに代表がいません）' }),
    ).toBeDisabled()
    await page.keyboard.press('Escape')
  })
})

test('an admin finds an organisation, disables it with a reason that its member sees, and enables it', {
  tag: '@long',
}, async ({ newPage, newAccount, signIn, pageOf }) => {
  const member = await newAccount('user')
  const page = await newPage({ reducedMotion: 'reduce' })
  await signIn(page, member)
  const admin = await pageOf('admin', { at: '/users', reducedMotion: 'reduce' })
  await admin.getByRole('navigation', { name: '一覧の切り替え' }).getByRole('link', { name: '組織' }).click()
  await admin.getByRole('searchbox', { name: '組織を検索' }).fill(member.name)
  const row = admin.getByRole('row').filter({ hasText: member.name })
  await expect(row).toContainText('利用中')
  await expectFit(admin)
  await admin.getByRole('button', { name: `${member.name}の操作` }).click()
  await admin.getByRole('menuitem', { name: '利用を停止' }).click()
  await admin.getByRole('textbox', { name: '理由' }).fill('契約が終了したため')
  await admin.getByRole('button', { name: '利用を停止する' }).click()
  await expect(row).toContainText('利用停止中')

  await page.goto('/performers')
  await expect(page.getByText('理由：契約が終了したため')).toBeVisible()
  await expect(page.getByRole('heading', { name: '出演者と動画は表示できません' })).toBeVisible()
  await expectFit(page)

  await admin.getByRole('button', { name: `${member.name}の操作` }).click()
  await admin.getByRole('menuitem', { name: '利用停止を解除' }).click()
  await admin.getByRole('button', { name: '解除する' }).click()
  await expect(row).toContainText('利用中')
  await admin.getByRole('button', { name: `${member.name}の操作` }).click()
  await admin.getByRole('menuitem', { name: 'ユーザーを見る' }).click()
  await expect(admin.getByRole('row').filter({ hasText: member.email })).toBeVisible()
  await admin.getByRole('button', { name: `組織：${member.name}を解除` }).click()
  await expect(admin).toHaveURL('/users')
})

async function invite(page: Page, account: Account): Promise<void> {
  await page.getByRole('button', { name: 'メンバーを招待' }).click()
  const dialog = page.getByRole('dialog', { name: 'メンバーを招待' })
  await dialog.getByLabel('メールアドレス').fill(account.email)
  await dialog.getByLabel('氏名').fill(account.name)
  await expect(dialog.getByText('出演者と動画の登録・編集、書類の提出ができます。')).toBeVisible()
  await expectFit(page)
  await dialog.getByRole('button', { name: '招待メールを送信' }).click()
  await expect(dialog).toBeHidden()
}

/** Opens a page from the drawer of phones. */
async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'メニューを開く' }).click()
  await page.getByRole('dialog').getByRole('link', { name, exact: true }).click()
}
