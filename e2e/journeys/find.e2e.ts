import { randomBytes } from 'node:crypto'
import { expectAccessible } from '../setup/accessible.ts'
import { createVideo, fullName, registerPerformer, uniqueNames } from '../setup/records.ts'
import { expect, test } from '../setup/test.ts'

test('Ctrl K searches performers and videos and opens the chosen one by keyboard', { tag: '@long' }, async ({
  pageOf,
  newPage,
  newAccount,
  signIn,
}) => {
  const page = await pageOf('user')
  const id = [...randomBytes(6)].map((byte) => String.fromCharCode(97 + (byte % 26))).join('')
  const performer = await registerPerformer(page, { names: { ...uniqueNames(), firstName: id } })
  const video = await createVideo(page, { title: `作品${id}` })
  await page.goto('/account')
  await page.getByLabel('氏名').focus()
  const dialog = page.getByRole('dialog', { name: '検索' })
  const field = dialog.getByRole('combobox', { name: '出演者・動画を検索' })
  await test.step('letters typed immediately after Ctrl K are kept, and Esc returns the focus', async () => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type(id)
    await expect(field).toHaveValue(id)
    await page.keyboard.press('Escape')
    await expect(page.getByLabel('氏名')).toBeFocused()
  })
  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await page.keyboard.type(id)
  const options = dialog.getByRole('option')
  await expect(options).toHaveText([new RegExp(fullName(performer)), new RegExp(video.title)])
  await expectAccessible(page)
  await page.keyboard.press('ArrowDown')
  await expect(options.last()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(`/videos/${video.id}`)
  await page.getByRole('button', { name: '検索' }).click()
  await field.fill(id)
  await expect(options).toHaveCount(2)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/performers/${performer.id}`)

  const outsider = await newPage()
  await signIn(outsider, await newAccount('user'))
  await outsider.keyboard.press('Control+k')
  await outsider.getByRole('combobox', { name: '出演者・動画を検索' }).fill(id)
  await expect(outsider.getByRole('dialog', { name: '検索' })).toContainText('見つかりません')
})
