import type { Page } from '@playwright/test'
import { createVideo, fullName, type Names, registerPerformer } from '../setup/records.ts'
import { emails, expect, fillLogin, test } from '../setup/test.ts'

// D62: the browser's history remains after the sign-out, so it must not contain names or search texts.

/** The history of this tab: addresses and titles. */
async function visited(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page)
  const { entries } = await session.send('Page.getNavigationHistory')
  return decodeURIComponent(entries.map(({ url, title }) => `${url} ${title}`).join('\n'))
}

async function expectUnnamed(page: Page, ...texts: string[]): Promise<void> {
  const state = await page.evaluate(() => JSON.stringify(history.state))
  for (const text of texts) {
    expect(await visited(page)).not.toContain(text)
    expect(state).not.toContain(text)
  }
}

const searchbox = (page: Page) => page.getByRole('searchbox')

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'ログアウト' }).click()
  await expect(page).toHaveURL('/login')
}

test('every list keeps its search through reload and back without showing it in the history', {
  tag: '@long',
}, async ({ pageOf }) => {
  const admin = await pageOf('admin')
  const performer = await registerPerformer(admin)
  const video = await createVideo(admin)
  const name = fullName(performer)
  for (const [address, text, link] of [
    ['/performers?status=pending', performer.firstName, name],
    ['/videos', video.title, video.title],
    [`/videos/${video.id}/performers/add`, performer.firstName, null],
    ['/users', emails.superadmin, null],
  ] as const) {
    await admin.goto(address)
    await searchbox(admin).fill(text)
    await expect.poll(() => admin.evaluate(() => history.state)).toHaveProperty('search')
    await admin.reload()
    await expect(searchbox(admin), address).toHaveValue(text)
    if (link) {
      await admin.getByRole('link', { name: link, exact: true }).click()
      await expect(admin.getByRole('heading', { level: 1, name: link })).toBeVisible()
    } else {
      await admin.getByRole('link', { name: 'ダッシュボード', exact: true }).click()
      await expect(admin.getByRole('heading', { level: 1, name: 'ダッシュボード' })).toBeVisible()
    }
    await expectUnnamed(admin, text)
    await admin.goBack()
    await expect(admin).toHaveURL(address)
    await expect(searchbox(admin), address).toHaveValue(text)
    await expectUnnamed(admin, text)
  }
})

test('after a sign-out, going back shows no search to the next account', async ({
  newPage,
  newAccount,
  signIn,
}) => {
  const page = await newPage()
  const [first, second] = [await newAccount('user'), await newAccount('user')]
  const secret: Names['firstName'] = `秘${first.name.slice(-8)}`
  await signIn(page, first)
  await registerPerformer(page, { names: { ...romanised, firstName: secret } })
  await page.goto('/performers')
  await searchbox(page).fill(secret)
  await expect(page.getByRole('link', { name: `試験 ${secret}`, exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'ダッシュボード', exact: true }).click()
  await signOut(page)
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain(secret)
  await fillLogin(page, second.email, second.password)
  await expect(page.getByRole('heading', { level: 1, name: 'ダッシュボード' })).toBeVisible()
  await registerPerformer(page)
  await page.goBack()
  await expect(page).toHaveURL('/performers')
  await expect(searchbox(page)).toHaveValue('')
  await expectUnnamed(page, secret)
})

test('after a session ended elsewhere, a tab opened later shows no search', { tag: '@long' }, async ({
  newPage,
  faults,
  newAccount,
  signIn,
  signInByForm,
}) => {
  // The sign-out can end the session before the connection of the dashboard's tab is accepted.
  faults.expect(/^WebSocket connection .* failed: HTTP Authentication failed/)
  const page = await newPage()
  const [first, second] = [await newAccount('user'), await newAccount('user')]
  await signIn(page, first)
  await registerPerformer(page)
  await page.goto('/performers')
  await searchbox(page).fill('秘密')
  await expect(page.getByRole('heading', { name: '条件に合う出演者がいません' })).toBeVisible()
  // The tab is on another page while another tab changes the account.
  await page.goto('about:blank')
  const other = await page.context().newPage()
  await other.goto('/dashboard')
  await signOut(other)
  await signInByForm(other, second)
  await registerPerformer(other)
  await page.goBack()
  await expect(searchbox(page)).toHaveValue('')
  await expect(page.getByRole('heading', { name: '条件に合う出演者がいません' })).toBeHidden()
})

test('an old link is opened without its search text, signed in or not', { tag: '@long' }, async ({
  pageOf,
  page,
}) => {
  const old = `/performers?status=pending&search=${encodeURIComponent('山田')}`
  const user = await pageOf('user')
  await user.goto(old)
  await expect(user).toHaveURL('/performers?status=pending')
  await expect(searchbox(user)).toHaveValue('')
  await expectUnnamed(user, '山田')
  await page.goto(old)
  await expect(page).toHaveURL(`/login?redirect=${encodeURIComponent('/performers?status=pending')}`)
})

const romanised = { lastName: '試験', lastNameRoman: 'SHIKEN', firstNameRoman: 'HIMITSU' }
