import { randomBytes, randomInt } from 'node:crypto'
import { limits } from '@kyc/contract/limits.ts'
import type { Page } from '@playwright/test'
import { appearancesFor, expectAccessible, expectFit } from '../setup/accessible.ts'
import { ageInquiries } from '../setup/database.ts'
import { mailWith } from '../setup/mails.ts'
import { startRelay } from '../setup/relay.ts'
import { demoNames, emails, expect, test } from '../setup/test.ts'

const contactTo = 'contact@example.com'
const failed = 'メッセージの送信に失敗しました。後でもう一度お試しください。'

/** Another IP address for each journey, so that they do not share a limit. */
function ownAddress() {
  const ip = `203.0.113.${randomInt(1, 255)}`
  return { extraHTTPHeaders: { 'X-Forwarded-For': `${ip}` } }
}

function newInquiry() {
  const id = randomBytes(4).toString('hex')
  return {
    name: `問合 ${id}`,
    email: `visitor-${id}@example.net`,
    subject: `料金について ${id}`,
    message: `一行目 ${id}\n二行目`,
  }
}
type Inquiry = ReturnType<typeof newInquiry>

const fields = [
  ['name', '氏名', '氏名を入力してください。'],
  ['email', 'メールアドレス', 'メールアドレスを入力してください。'],
  ['subject', '件名', '件名を入力してください。'],
  ['message', 'メッセージ', 'メッセージを入力してください。'],
] as const

function field(page: Page, label: string) {
  return page.getByRole('textbox', { name: new RegExp(`^${label}`) })
}

async function fill(page: Page, inquiry: Inquiry): Promise<void> {
  for (const [name, label] of fields) await field(page, label).fill(inquiry[name])
}

const submit = (page: Page) => page.getByRole('button', { name: '送信', exact: true }).click()

/** Expects the confirmation of the page. */
async function expectSent(page: Page): Promise<void> {
  await expect(
    page.getByRole('status').filter({ hasText: 'お問い合わせありがとうございます。' }),
  ).toContainText(`${limits.contactReplyHours}時間以内にご回答いたします。`)
}

test('each missing field is reported by its name, and nothing is sent until all are filled', {
  tag: '@long',
}, async ({ newPage }) => {
  const page = await newPage(ownAddress())
  await page.goto('/contact')
  const inquiry = newInquiry()
  await submit(page)
  for (const [, label, message] of fields)
    await expect(field(page, label)).toHaveAccessibleDescription(new RegExp(message))
  await expect(field(page, '氏名')).toBeFocused()
  for (const [name, label, message] of fields) {
    await fill(page, inquiry)
    await field(page, label).fill(' ')
    await submit(page)
    await expect(page.getByText(message)).toBeVisible()
    await expect(field(page, label)).toBeFocused()
    await expect(page.getByText(/を入力してください。$/)).toHaveCount(1)
    for (const [other, otherLabel] of fields) {
      if (other !== name) await expect(field(page, otherLabel)).toHaveValue(inquiry[other])
    }
    await field(page, label).fill(inquiry[name])
    await expect(page.getByText(message), 'what is being mended is no fault any more').toBeHidden()
  }
  await field(page, 'メールアドレス').fill('visitor')
  await field(page, 'メッセージ').fill(inquiry.message)
  await submit(page)
  await expect(page.getByText('有効なメールアドレスを入力してください。')).toBeVisible()
})

test('an inquiry is mailed to the office and confirmed to its sender, and an admin answers it', {
  tag: '@long',
}, async ({ newPage, pageOf }) => {
  const page = await newPage(ownAddress())
  const inquiry = newInquiry()
  await page.goto('/contact')
  await fill(page, inquiry)
  await submit(page)
  await expectSent(page)

  const admin = await pageOf('admin', { at: '/' })
  const received = await mailWith(admin, contactTo, inquiry.subject)
  for (const words of [inquiry.name, inquiry.email, ...inquiry.message.split('\n')])
    expect(received).toContain(words)
  const acknowledged = await mailWith(admin, inquiry.email, 'お問い合わせありがとうございます。')
  for (const words of [inquiry.name, inquiry.subject, inquiry.message])
    expect(acknowledged).not.toContain(words)

  await ageInquiries(inquiry.email)
  await admin
    .getByRole('navigation', { name: 'メインメニュー' })
    .getByRole('link', { name: 'お問い合わせ対応' })
    .click()
  const chip = (name: string) =>
    admin.getByRole('navigation', { name: '状態で絞り込む' }).getByRole('link', { name })
  await expect(chip('未対応'), 'the open ones are the default').toHaveAttribute('aria-current')
  await expect(chip('未対応')).toHaveText(/^未対応[1-9]/)
  const row = admin.getByRole('listitem').filter({ hasText: inquiry.subject })
  await expect(row).toContainText('48時間超過')
  await row.getByRole('button', { expanded: false }).click()
  await expect(row).toContainText('二行目')
  await expect(row.getByRole('link', { name: 'メールで回答' })).toHaveAttribute(
    'href',
    `mailto:${inquiry.email}?subject=${encodeURIComponent(`Re: ${inquiry.subject}`)}`,
  )
  await row.getByRole('button', { name: '対応済みにする' }).click()
  await expect(admin.getByText('お問い合わせを対応済みにしました')).toBeVisible()
  await expect(row, 'the filter takes it away').toBeHidden()

  await chip('対応済み').click()
  await expect(admin).toHaveURL('/inquiries?state=answered')
  // The row is still expanded, unless the list was empty in between.
  await expect(row).toBeVisible()
  const closed = row.getByRole('button', { expanded: false })
  if (await closed.isVisible()) await closed.click()
  await expect(row).toContainText(`（${demoNames.admin}）`)
  await row.getByRole('button', { name: '未対応に戻す' }).click()
  await expect(row).toBeHidden()
  await chip('すべて').click()
  await expect(row).toContainText('未対応')
})

test('for a signed-in user the form contains name and address, which can be changed', {
  tag: '@long',
}, async ({ pageOf }) => {
  const page = await pageOf('user', { ...ownAddress(), at: '/' })
  await page.getByRole('contentinfo').getByRole('link', { name: 'お問い合わせ' }).click()
  await expect(field(page, '氏名')).toHaveValue(demoNames.user)
  await expect(field(page, 'メールアドレス')).toHaveValue(emails.user)
  const inquiry = newInquiry()
  await fill(page, inquiry)
  await submit(page)
  await expectSent(page)
  await page.getByRole('button', { name: '新しいお問い合わせ' }).click()
  await expect(field(page, 'メールアドレス')).toHaveValue(emails.user)
  await expect(field(page, '件名')).toHaveValue('')
})

test('the field for bots is hidden from users, and a form that fills it sends nothing', {
  tag: '@long',
}, async ({ newPage, pageOf }) => {
  const page = await newPage(ownAddress())
  await page.goto('/contact')
  await expect(page.getByRole('textbox')).toHaveCount(fields.length)
  await field(page, 'メッセージ').focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: '送信', exact: true })).toBeFocused()
  const inquiry = newInquiry()
  await fill(page, inquiry)
  await page.locator('input[name="website"]').fill('https://spam.example', { force: true })
  await submit(page)
  await expectSent(page)
  const admin = await pageOf('admin')
  await admin.goto('/inquiries')
  await expect(admin.getByRole('heading', { level: 1, name: 'お問い合わせ対応' })).toBeVisible()
  await expect(admin.getByRole('button', { name: inquiry.subject })).toHaveCount(0)
})

test('after too many inquiries the form shows when the next is possible and keeps its input', {
  tag: '@long',
}, async ({ newPage }) => {
  const page = await newPage(ownAddress())
  const inquiry = newInquiry()
  await page.goto('/contact')
  for (let n = 0; n < limits.rate.contactPerHour; n++) {
    await fill(page, inquiry)
    await submit(page)
    await expectSent(page)
    await page.getByRole('button', { name: '新しいお問い合わせ' }).click()
  }
  await fill(page, inquiry)
  await submit(page)
  await expect(page.getByRole('alert')).toContainText(failed)
  await expect(page.getByRole('alert')).toContainText(/\d\d:\d\d（日本時間）以降に送信できます。/)
  for (const [name, label] of fields) await expect(field(page, label)).toHaveValue(inquiry[name])
})

test('without a connection the form shows its message and keeps its input', { tag: '@long' }, async ({
  newPage,
  faults,
}) => {
  faults.expect(/ERR_INTERNET_DISCONNECTED/)
  const page = await newPage(ownAddress())
  const inquiry = newInquiry()
  await page.goto('/contact')
  await fill(page, inquiry)
  await page.context().setOffline(true)
  await submit(page)
  await expect(page.getByRole('alert')).toContainText(failed)
  for (const [name, label] of fields) await expect(field(page, label)).toHaveValue(inquiry[name])
  await page.context().setOffline(false)
  await submit(page)
  await expectSent(page)
})

test('an inquiry whose reply is lost is retried and arrives once; a changed one is new', {
  tag: '@long',
}, async ({ newPage, pageOf, faults, baseURL }) => {
  faults.expect(/net::ERR_(?:EMPTY_RESPONSE|CONNECTION_RESET|CONNECTION_CLOSED)/)
  const relay = await startRelay(baseURL ?? '', 'POST /api/contact HTTP/1.1\r\n')
  const page = await newPage({ ...ownAddress(), baseURL: relay.url })
  const inquiry = newInquiry()
  await page.goto('/contact')
  await fill(page, inquiry)
  relay.loseNextReply()
  await submit(page)
  await expectSent(page)
  expect(relay.registrations).toMatchObject({ started: 2, replied: 1 })
  await page.getByRole('button', { name: '新しいお問い合わせ' }).click()
  await fill(page, { ...inquiry, message: '別の本文' })
  await submit(page)
  await expectSent(page)
  await page.context().close()
  await relay.close()
  const admin = await pageOf('admin', { at: '/inquiries' })
  await expect(admin.getByRole('listitem').filter({ hasText: inquiry.subject })).toHaveCount(2)
})

test('a user has neither the menu entry nor the list of inquiries', { tag: '@long' }, async ({ pageOf }) => {
  const page = await pageOf('user', { at: '/' })
  await expect(
    page.getByRole('navigation', { name: 'メインメニュー' }).getByRole('link', { name: 'お問い合わせ対応' }),
  ).toHaveCount(0)
  await page.goto('/inquiries')
  await expect(page.getByRole('heading', { name: 'この画面を表示する権限がありません' })).toBeVisible()
})

for (const { width, colorScheme, options } of appearancesFor(0)) {
  test(`the list of inquiries is accessible at ${width} px in the ${colorScheme} scheme`, {
    tag: '@long',
  }, async ({ newPage, pageOf }) => {
    const inquiry = newInquiry()
    const anonymous = await newPage(ownAddress())
    await anonymous.goto('/contact')
    await fill(anonymous, inquiry)
    await submit(anonymous)
    await expectSent(anonymous)
    await expectAccessible(anonymous)
    await ageInquiries(inquiry.email)
    const page = await pageOf('admin', options)
    await page.goto('/inquiries')
    await page.getByRole('button', { name: inquiry.subject }).click()
    await expect(page.getByRole('button', { name: '対応済みにする' })).toBeVisible()
    await expectFit(page)
    await page.goto('/inquiries?cursor=broken')
    await expect(page.getByRole('alert')).toBeVisible()
    await expectAccessible(page)
  })
}
