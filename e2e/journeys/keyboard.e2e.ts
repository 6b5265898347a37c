import { basename } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { tabTo } from '../setup/accessible.ts'
import { required } from '../setup/files.ts'
import { fullName, uniqueNames } from '../setup/records.ts'
import {
  KeyboardChooser,
  nameField,
  openRegistration,
  performerAddress,
  slot,
  submitButton,
} from '../setup/registration-form.ts'
import { demoPassword, emails, expect, test } from '../setup/test.ts'

test('a user signs in, opens the form, chooses files and registers a performer by keyboard only', async ({
  page,
}) => {
  const names = uniqueNames()
  const chooser = new KeyboardChooser(page)
  await page.goto('/login')
  await tabTo(page, page.getByLabel('メールアドレス', { exact: true }))
  await page.keyboard.type(emails.user)
  await tabTo(page, page.getByLabel('パスワード', { exact: true }))
  await page.keyboard.type(demoPassword)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'ダッシュボード' })).toBeVisible()

  await test.step('the first Tab focuses the skip link, which skips header and menu', async () => {
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'ダッシュボード' })).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: '本文へ移動' })).toBeFocused()
    await expect(page.getByRole('link', { name: '本文へ移動' })).toBeInViewport()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
  })

  await tabTo(page, page.getByRole('link', { name: '出演者を登録' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: '出演者情報登録' })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  for (const field of ['lastName', 'firstName', 'lastNameRoman', 'firstNameRoman'] as const) {
    await tabTo(page, nameField(page, field))
    await page.keyboard.type(names[field])
  }
  for (const type of ['agreementFile', 'idFront', 'selfie'] as const) {
    await tabTo(page, slot(page, type))
    await chooser.press('Enter', required[type])
    await expect(page.getByText(basename(required[type]), { exact: true })).toBeVisible()
  }
  await expect(submitButton(page)).toBeEnabled()
  await tabTo(page, submitButton(page))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(performerAddress)
  await expect(page.getByRole('heading', { level: 1, name: fullName(names) })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
})

test('a dialog traps the focus, closes with Esc or browser back, and restores the focus', {
  tag: '@long',
}, async ({ pageOf }) => {
  const page = await pageOf('admin')
  await page.goto('/audit-logs')
  const opener = page.getByRole('row').nth(1).getByRole('button', { name: /^詳細/ })
  await opener.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  for (let stops = 0; stops < 12; stops++) {
    await page.keyboard.press('Tab')
    expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/audit-logs')
  await expect(opener).toBeFocused()
})

test('a dialog returns the focus to the button or menu that opened it', { tag: '@long' }, async ({
  newAccount,
  pageOf,
}) => {
  const { name } = await newAccount('user')
  const page = await pageOf('superadmin')
  const closes = async (opener: Locator, open: () => Promise<void>) => {
    await open()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(opener).toBeFocused()
  }
  await page.goto('/users')
  const invite = page.getByRole('button', { name: 'ユーザーを招待' })
  await closes(invite, () => invite.press('Enter'))
  const menu = page.getByRole('button', { name: `${name}の操作` })
  for (const act of ['権限を変更', 'ログイン中の端末', '無効にする']) {
    await closes(menu, async () => {
      await menu.press('Enter')
      await page.getByRole('menuitem', { name: act }).press('Enter')
    })
  }
  await page.goto('/partners')
  const register = page.getByRole('button', { name: '提携先を登録' })
  await closes(register, () => register.press('Enter'))
  await page.goto('/videos')
  const create = page.getByRole('button', { name: '新しい動画' })
  await closes(create, () => create.press('Enter'))
  const keys = page.getByRole('button', { name: 'キーボード操作' })
  await closes(keys, () => keys.press('Enter'))
})

test('every focused element has a visible focus', { tag: '@long' }, async ({ pageOf }) => {
  const page = await pageOf('admin')
  await page.goto('/performers')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  for (let stops = 0; stops < 25; stops++) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(() => {
      const element = document.activeElement
      if (!(element instanceof HTMLElement) || element === document.body) return null
      const { outlineStyle, outlineWidth, borderTopColor, boxShadow } = getComputedStyle(element)
      element.blur()
      const calm = getComputedStyle(element)
      const outlined = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0
      const changed = calm.borderTopColor !== borderTopColor || calm.boxShadow !== boxShadow
      element.focus()
      return { shown: outlined || changed, html: element.outerHTML.slice(0, 200) }
    })
    expect(stop?.shown ?? true, stop?.html).toBe(true)
  }
})

/** The focused element, if an element that stays in place when the page scrolls covers it. */
function coveredFocus(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body) return null
    const { left, top, width, height } = element.getBoundingClientRect()
    const covered = [top + 2, top + height - 2].some((y) => {
      let hit = document.elementFromPoint(left + width / 2, y)
      while (hit && !hit.contains(element)) {
        if (['sticky', 'fixed'].includes(getComputedStyle(hit).position)) return true
        hit = hit.parentElement
      }
      return false
    })
    return covered ? element.outerHTML.slice(0, 200) : null
  })
}

test('header and bars do not cover the focused element', { tag: '@long' }, async ({ pageOf }) => {
  const page = await pageOf('admin')
  await page.goto('/performers')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await page.getByRole('contentinfo').getByRole('link').last().focus()
  for (let stops = 0; stops < 40; stops++) {
    await page.keyboard.press('Shift+Tab')
    expect(await coveredFocus(page)).toBeNull()
  }
  await openRegistration(page)
  for (let stops = 0; stops < 40; stops++) {
    await page.keyboard.press('Tab')
    expect(await coveredFocus(page)).toBeNull()
  }
})
