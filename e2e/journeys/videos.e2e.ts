import { expectPicture, viewer } from '../setup/performer-page.ts'
import { approveAll, createVideo, fullName, registerPerformer, uniqueNames } from '../setup/records.ts'
import { chooseRequiredFiles, fillNames, submitButton } from '../setup/registration-form.ts'
import { expect, heading, test } from '../setup/test.ts'
import { addAddress, candidate, mark, openVideo, performers, row, videoAddress } from '../setup/video-page.ts'

test('a video is created, performers are added together, another is registered for it, and all is in the log', {
  tag: '@long',
}, async ({ newPage, newAccount, signIn, pageOf }) => {
  test.slow()
  const account = await newAccount('user')
  const [page, admin] = [await newPage(), await pageOf('admin')]
  await signIn(page, account)
  const [first, second, third] = [
    await registerPerformer(page, { names: uniqueNames('一番') }),
    await registerPerformer(page, { names: uniqueNames('二番') }),
    await registerPerformer(page, { names: uniqueNames('三番') }),
  ]
  await approveAll(admin, first.id)
  const title = `夏の終わりの見本映像 ${mark()}`

  await test.step('the menu opens the list, and the dialog opens the page of the new video', async () => {
    await page.getByRole('link', { name: '動画', exact: true }).click()
    await expect(heading(page, '自分の動画')).toBeVisible()
    await expect(page.getByRole('heading', { name: '動画がありません' })).toBeVisible()
    await page.getByRole('button', { name: '新しい動画' }).first().click()
    const dialog = page.getByRole('dialog', { name: '新しい動画' })
    await expect(dialog.getByLabel('タイトル')).toBeFocused()
    await dialog.getByRole('button', { name: '登録' }).click()
    await expect(dialog.getByText('タイトルを入力してください。')).toBeVisible()
    await dialog.getByLabel('タイトル').fill(title)
    await dialog.getByLabel('外部ID').fill('sg-v-017')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(videoAddress)
    await expect(heading(page, title)).toBeVisible()
    await expect(page.getByRole('list', { name: '動画の情報' })).toContainText('外部ID sg-v-017')
  })
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const facts = page.getByRole('list', { name: '動画の情報' })
  await expect(facts).toContainText(`ID ${id}`)

  await test.step('a video without performers shows that it has none', async () => {
    await expect(performers(page)).toContainText('0名')
    await expect(performers(page).getByRole('heading', { name: '出演者なし' })).toBeVisible()
    await expect(performers(page)).toContainText('出演者情報は登録されていません')
  })

  await test.step('several performers are selected, also by search, and added together', async () => {
    await page.getByRole('link', { name: '出演者を追加' }).click()
    await expect(page).toHaveURL(addAddress)
    const add = page.getByRole('button', { name: '追加する' })
    await expect(add).toBeDisabled()
    await expect(add).toHaveAccessibleDescription('追加する出演者を選択してください')
    await candidate(page, fullName(first)).check()
    await page.keyboard.press('/')
    await expect(page.getByRole('searchbox', { name: '出演者を検索' })).toBeFocused()
    await page.keyboard.type(second.firstName)
    await expect(candidate(page, fullName(first))).toBeHidden()
    await candidate(page, fullName(second)).check()
    await expect(page.getByText('2名を選択中', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: '検索語を消す' }).click()
    await expect(candidate(page, fullName(first))).toBeChecked()
    await add.click()
    await expect(page).toHaveURL(videoAddress)
    await expect(page.getByText('2名を動画に追加しました', { exact: true })).toBeVisible()
    await expect(performers(page)).toContainText('2名')
    await expect(facts).toContainText('出演者 2名')
    await expect(row(page, fullName(first))).toContainText('承認済み')
    await expect(row(page, fullName(first))).toContainText(`SHIKEN ${first.firstNameRoman}`)
    await expect(row(page, fullName(second))).toContainText('審査中')
  })

  const fourth = uniqueNames('四番')
  await test.step('added performers are disabled; a new performer is registered and added on return', async () => {
    await page.getByRole('link', { name: '出演者を追加' }).click()
    await expect(candidate(page, fullName(first))).toBeDisabled()
    await expect(candidate(page, fullName(first))).toHaveAccessibleDescription(/追加済み/)
    await expect(candidate(page, fullName(third))).toBeEnabled()
    await page.getByRole('link', { name: '出演者を登録' }).click()
    await expect(page).toHaveURL(`/performers/add?video=${id}`)
    await expect(page.getByText(`登録すると、動画「${title}」に追加されます。`)).toBeVisible()
    await page.getByRole('button', { name: 'キャンセル' }).click()
    await expect(page).toHaveURL(addAddress)
    await page.getByRole('link', { name: '出演者を登録' }).click()
    await fillNames(page, fourth)
    await chooseRequiredFiles(page)
    await submitButton(page).click()
    await expect(page).toHaveURL(videoAddress, { timeout: 30_000 })
    await expect(page.getByText(`${fullName(fourth)} を登録し、動画に追加しました`)).toBeVisible()
    await expect(performers(page)).toContainText('3名')
    await expect(performers(page).getByRole('link', { name: /(?<!の詳細|追加)$/ })).toHaveText([
      fullName(first),
      fullName(second),
      fullName(fourth),
    ])
  })

  await test.step('title and external id are changed in a dialog that restores the focus', async () => {
    await page.getByRole('button', { name: '編集' }).click()
    const dialog = page.getByRole('dialog', { name: '動画の編集' })
    await expect(dialog.getByLabel('タイトル')).toHaveValue(title)
    await dialog.getByLabel('タイトル').fill(`${title} 改`)
    await dialog.getByLabel('外部ID').fill('')
    await dialog.getByRole('button', { name: '保存' }).click()
    await expect(dialog).toBeHidden()
    await expect(heading(page, `${title} 改`)).toBeVisible()
    await expect(page.getByRole('list', { name: '動画の情報' })).toContainText('外部ID なし')
    await expect(page.getByRole('button', { name: '編集' })).toBeFocused()
  })

  await test.step('entries in the log and on the dashboard link to the video', async () => {
    await admin.goto(`/audit-logs?resourceId=${id}`)
    await expect(admin.getByRole('row').filter({ hasText: account.name })).toHaveCount(4)
    await admin.getByRole('button', { name: /^詳細/ }).last().click()
    const dialog = admin.getByRole('dialog', { name: '動画の作成' })
    await dialog.getByRole('link', { name: `${title} 改` }).click()
    await expect(heading(admin, `${title} 改`)).toBeVisible()
    await page.getByRole('link', { name: 'ダッシュボードへ戻る' }).click()
    const line = page.getByRole('region', { name: '最近の動き' }).getByRole('listitem').first()
    await expect(line).toContainText(`動画「${title} 改」を変更しました`)
    await line.getByRole('link').click()
    await expect(heading(page, `${title} 改`)).toBeVisible()
  })
})

test('詳細 opens the performer, and 書類 lists the documents and opens them in the viewer', {
  tag: '@long',
}, async ({ pageOf }) => {
  const page = await pageOf('user')
  const performer = await registerPerformer(page)
  const name = fullName(performer)
  const video = await createVideo(page, {}, [performer.id])
  await openVideo(page, video)
  await page.getByRole('link', { name: `${name}の詳細` }).click()
  await expect(heading(page, name)).toBeVisible()
  await page.goBack()

  const documents = page.getByRole('button', { name: `${name}の書類` })
  await documents.click()
  const dialog = page.getByRole('dialog', { name: `${name} の書類` })
  await expect(dialog.getByRole('listitem')).toHaveText([/出演同意書.*審査中/, /身分証明書表面/, /本人写真/])
  const view = dialog.getByRole('button', { name: '身分証明書表面を表示' })
  await view.click()
  await expectPicture(page, 'idFront')
  await page.keyboard.press('Escape')
  await expect(viewer(page)).toBeHidden()
  await expect(view, 'closing the viewer leads back to the list').toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(documents).toBeFocused()
})

test('removing a performer asks for confirmation, works by keyboard, and changes neither that performer nor the others', {
  tag: '@long',
}, async ({ pageOf }) => {
  const page = await pageOf('user')
  const [gone, stays] = [await registerPerformer(page), await registerPerformer(page)]
  const video = await createVideo(page, {}, [gone.id, stays.id])
  await openVideo(page, video)
  const remove = page.getByRole('button', { name: `${fullName(gone)}をこの動画から削除` })
  await remove.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: '動画からの削除' })
  await expect(dialog).toContainText(`${fullName(gone)} をこの動画から削除しますか？`)
  await expect(dialog.getByRole('button', { name: 'キャンセル' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(remove).toBeFocused()
  await expect(row(page, fullName(gone))).toBeVisible()

  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: 'キャンセル' })).toBeFocused()
  for (let stops = 0; stops < 6; stops++) {
    await page.keyboard.press('Tab')
    expect(
      await dialog.evaluate((box) => box.contains(document.activeElement)),
      'the focus stays in the list',
    ).toBe(true)
  }
  await dialog.getByRole('button', { name: '削除', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(row(page, fullName(gone))).toBeHidden()
  await expect(page.getByText(`${fullName(gone)} を動画から削除しました`)).toBeVisible()
  await expect(performers(page)).toContainText('1名')
  await expect(performers(page).getByRole('heading', { name: '出演者', exact: true })).toBeFocused()
  await expect(row(page, fullName(stays))).toBeVisible()
  await page.goto(`/performers/${gone.id}`)
  await expect(heading(page, fullName(gone))).toBeVisible()
})

test('an unknown video and a video of another account show the same page, with a link to the list', {
  tag: '@long',
}, async ({ pageOf, newPage, newAccount, signIn }) => {
  const owner = await pageOf('user')
  const performer = await registerPerformer(owner)
  const foreign = await createVideo(owner, {}, [performer.id])
  const outsider = await newPage()
  await signIn(outsider, await newAccount('user'))
  for (const path of [
    `/videos/${foreign.id}`,
    `/videos/${foreign.id}/performers/add`,
    `/performers/add?video=${foreign.id}`,
    '/videos/nothing',
  ]) {
    await outsider.goto(path)
    await expect(outsider.getByRole('heading', { name: '動画が見つかりません' })).toBeVisible()
    await expect(outsider.getByRole('alert')).toHaveCount(0)
    await expect(outsider.getByRole('main')).not.toContainText(foreign.title)
    await expect(outsider.getByRole('main')).not.toContainText(fullName(performer))
    await outsider.getByRole('link', { name: '動画へ', exact: true }).click()
    await expect(heading(outsider, '自分の動画')).toBeVisible()
  }
  await outsider.goto('/videos')
  await expect(outsider.getByRole('heading', { name: '動画がありません' })).toBeVisible()
})
