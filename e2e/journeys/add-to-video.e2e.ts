import { withLockedVideo } from '../setup/database.ts'
import { createVideo, fullName, registerPerformer, uniqueNames } from '../setup/records.ts'
import { chooseRequiredFiles, fillNames, performerAddress, submitButton } from '../setup/registration-form.ts'
import { expect, heading, test } from '../setup/test.ts'
import { addAddress, candidate, row } from '../setup/video-page.ts'

test('a failed addition after a registration is reported with a link to retry it', { tag: '@long' }, async ({
  pageOfNewAccount,
  faults,
}) => {
  test.slow()
  faults.expect(/503 \(Service Unavailable\)/)
  // A new account, because uploads of other journeys would use up the parallel uploads of a shared one.
  const page = await pageOfNewAccount('user')
  const video = await createVideo(page)
  const names = uniqueNames()
  await page.goto(`/performers/add?video=${video.id}`)
  await fillNames(page, names)
  await chooseRequiredFiles(page)
  await withLockedVideo(video.id, async () => {
    await submitButton(page).click()
    await expect(
      page.getByText(`${fullName(names)} は登録されましたが、動画に追加できませんでした`),
    ).toBeVisible({ timeout: 60_000 })
  })
  await expect(page).toHaveURL(addAddress)
  await candidate(page, fullName(names)).check()
  await page.getByRole('button', { name: '追加する' }).click()
  await expect(row(page, fullName(names))).toBeVisible()
})

test('without ?video the registration form leads to the new performer', { tag: '@long' }, async ({
  pageOfNewAccount,
}) => {
  const page = await pageOfNewAccount('user')
  await page.goto('/performers/add')
  await fillNames(page, uniqueNames())
  await chooseRequiredFiles(page)
  await submitButton(page).click()
  await expect(page).toHaveURL(performerAddress, { timeout: 30_000 })
})

test('leaving with a selected performer asks for confirmation', { tag: '@long' }, async ({ pageOf }) => {
  const page = await pageOf('user')
  const performer = await registerPerformer(page)
  const video = await createVideo(page)
  await page.goto(`/videos/${video.id}/performers/add`)
  await candidate(page, fullName(performer)).check()
  const question = page.getByRole('dialog', { name: '選択の破棄' })
  await page.getByRole('link', { name: '出演者を登録' }).click()
  await expect(question.getByRole('button', { name: '選択に戻る' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question).toBeHidden()
  await expect(candidate(page, fullName(performer))).toBeChecked()
  await page.getByRole('button', { name: '選択を解除' }).click()
  await expect(candidate(page, fullName(performer))).not.toBeChecked()
  await page.getByRole('link', { name: video.title }).click()
  await expect(heading(page, video.title)).toBeVisible()
})

test('an admin adds the owner’s performers to the owner’s video and cannot register a performer for it', {
  tag: '@long',
}, async ({ pageOf }) => {
  const [owner, admin] = [await pageOf('user'), await pageOf('admin')]
  const [hers, his] = [await registerPerformer(owner), await registerPerformer(admin)]
  const video = await createVideo(owner)
  await admin.goto('/videos')
  await admin.getByRole('searchbox', { name: '動画を検索' }).fill(video.title)
  await expect(admin.getByRole('link', { name: video.title, exact: true })).toBeVisible()
  await expect(heading(admin, 'すべての動画')).toBeVisible()
  await expect(admin.getByRole('columnheader', { name: '組織' })).toBeVisible()
  await expect(admin.getByRole('row').nth(1)).toContainText('見本制作')
  await admin.getByRole('link', { name: video.title, exact: true }).click()
  await admin.getByRole('link', { name: '出演者を追加' }).click()
  const register = admin.getByRole('button', { name: '出演者を登録' })
  await expect(register).toBeDisabled()
  await expect(register).toHaveAccessibleDescription(
    '出演者を登録できるのは、動画の組織の代表と担当だけです。',
  )
  const search = admin.getByRole('searchbox', { name: '出演者を検索' })
  await search.fill(his.firstName)
  await expect(admin.getByRole('heading', { name: '条件に合う出演者がいません' })).toBeVisible()
  await search.fill(hers.firstName)
  await candidate(admin, fullName(hers)).check()
  await admin.getByRole('button', { name: '追加する' }).click()
  await expect(row(admin, fullName(hers))).toBeVisible()
  await admin.goto(`/performers/add?video=${video.id}`)
  await expect(admin.getByRole('heading', { name: 'この動画に出演者を登録できません' })).toBeVisible()
})
