import { appearancesFor, expectFit, expectNoHorizontalScroll } from '../setup/accessible.ts'
import { required } from '../setup/files.ts'
import {
  card,
  decision,
  expectPdfPage,
  expectPicture,
  openPerformer,
  viewer,
} from '../setup/performer-page.ts'
import { fullName, registerPerformer, reject, uniqueNames } from '../setup/records.ts'
import {
  chooseRequiredFiles,
  fillNames,
  openRegistration,
  slot,
  submitButton,
} from '../setup/registration-form.ts'
import { expect, fillLogin, test } from '../setup/test.ts'

// The slowest file: its journeys run in parallel.
test.describe.configure({ mode: 'parallel', timeout: 180_000 })

for (const { width, colorScheme, options } of appearancesFor(0)) {
  test.describe(`at ${width} px in the ${colorScheme} scheme`, () => {
    test('the login page is accessible, also after a refused sign-in', { tag: '@long' }, async ({
      newPage,
    }) => {
      const page = await newPage(options)
      await page.goto('/login')
      await expect(page.getByRole('heading', { name: 'デモ環境で動作しています' })).toBeVisible()
      await expectFit(page)
      await fillLogin(page, 'nobody@example.com', 'x'.repeat(300))
      await expect(page.getByText('パスワードが長すぎます。')).toBeVisible()
      await expectFit(page)
      await fillLogin(page, 'nobody@example.com', 'not-the-password')
      await expect(page.getByRole('alert')).toBeVisible()
      await expect(page.getByRole('alert').locator('strong')).toHaveCSS('word-break', 'auto-phrase')
      await expectFit(page)
    })

    test('the page of a performer and its dialogs are accessible, also after a rejection', {
      tag: '@long',
    }, async ({ pageOf }) => {
      const [owner, admin] = [await pageOf('user', options), await pageOf('admin', options)]
      const performer = await registerPerformer(owner)
      await openPerformer(admin, performer)
      await expect(card(admin, 'selfie')).toBeVisible()
      await expectFit(admin)

      await decision(admin, 'idFront', '差し戻し').click()
      const rejection = admin.getByRole('dialog', { name: '書類を差し戻す' })
      await rejection.getByRole('button', { name: '光の反射' }).click()
      await expectFit(admin)
      await rejection.getByRole('button', { name: 'キャンセル' }).click()
      await admin.getByRole('button', { name: '破棄する' }).click()

      await decision(admin, 'idFront', '承認').click()
      await expectPicture(admin, 'idFront')
      await expectFit(admin)
      await admin.keyboard.press('Escape')
      await expect(admin.getByRole('dialog')).toBeHidden()

      await admin.getByRole('button', { name: '削除', exact: true }).click()
      await expect(admin.getByRole('dialog', { name: '出演者の削除' })).toBeVisible()
      await expectFit(admin)

      await reject(admin, performer.id, 'idFront', {
        codes: ['glare'],
        message: '光っています。',
        note: '要確認',
      })
      await openPerformer(owner, performer)
      const banner = owner.getByRole('region', { name: '差し戻し' })
      await expect(banner).toBeVisible()
      await expectFit(owner)
      await banner.getByRole('button', { name: '再提出する' }).click()
      await expect(owner.getByRole('dialog', { name: '身分証明書表面の再提出' })).toBeVisible()
      await expectFit(owner)
    })
  })
}

for (const { width, colorScheme, options } of appearancesFor(1)) {
  test.describe(`at ${width} px in the ${colorScheme} scheme`, () => {
    test('the dashboard, a filled and an empty list, and the audit log with its details are accessible', async ({
      pageOf,
    }) => {
      const page = await pageOf('admin', { ...options, at: '/' })
      await expect(page.getByRole('region', { name: '最近の動き' })).toBeVisible()
      await expect(page.getByRole('region', { name: '1日の審査件数' })).toBeVisible()
      await expectFit(page)

      await page.goto('/performers')
      await expect(page.getByRole('row').nth(1)).toBeVisible()
      await expectFit(page)
      await page.getByRole('searchbox', { name: '出演者を検索' }).fill('誰もいない検索語')
      await expect(page.getByRole('heading', { name: '条件に合う出演者がいません' })).toBeVisible()
      await expectFit(page)

      await page.goto('/audit-logs?action=reject')
      await expect(page.getByRole('row').nth(1)).toBeVisible()
      const entry = await page.getByRole('row').nth(1).boundingBox()
      expect(entry?.height, 'an entry has one line, on phones two').toBeLessThan(width === 390 ? 100 : 60)
      await page.getByRole('button', { name: 'フィルター', exact: true }).click()
      await expect(page.getByRole('form', { name: '監査ログの絞り込み' })).toBeVisible()
      await expectFit(page)
      await page.getByRole('row').nth(1).getByRole('button', { name: /^詳細/ }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      if (width === 390) {
        expect(await page.getByRole('dialog').boundingBox(), 'dialogs fill a phone').toMatchObject(
          options.viewport,
        )
      }
      await expectFit(page)
    })

    test('the viewer is accessible with a picture and with a PDF', { tag: '@long' }, async ({ pageOf }) => {
      const page = await pageOf('user', options)
      await openPerformer(page, await registerPerformer(page))
      await page.getByRole('button', { name: '身分証明書表面を表示' }).click()
      await expectPicture(page, 'idFront')
      await expectFit(page)
      await viewer(page).getByRole('button', { name: '出演同意書（第1版）' }).click()
      await expectPdfPage(page, '1 / 2 ページ')
      await expectFit(page)
    })

    test('the registration form is accessible when empty, filled and refused', { tag: '@long' }, async ({
      pageOf,
    }) => {
      const page = await pageOf('user', options)
      await openRegistration(page)
      await page.getByText('詳細情報').click()
      const byPhone = width === 390
      await expect(page.getByText('撮影', { exact: true }).first()).toBeVisible({ visible: byPhone })
      await expect(page.getByText('ここにドロップ').first()).toBeVisible({ visible: !byPhone })
      await expectFit(page)
      await fillNames(page, uniqueNames('とても長い名字'.repeat(4)))
      await chooseRequiredFiles(page)
      await expect(submitButton(page)).toBeEnabled()
      await expectFit(page)
      await page.getByRole('button', { name: '身分証明書表面の一部を隠す' }).click()
      await expect(page.getByAltText('隠す前の画像')).toBeVisible()
      await page.getByRole('button', { name: '四角を追加' }).click()
      await expectFit(page)
      await page.getByRole('button', { name: '隠して保存' }).click()
      await expect(page.getByText('選んだ部分を隠しました。')).toBeVisible()
      await page.setViewportSize({ width, height: 400 })
      const [button, status] = [submitButton(page), page.getByText('登録できます', { exact: true })]
      const [buttonBox, statusBox] = [await button.boundingBox(), await status.boundingBox()]
      expect(statusBox?.y, 'in a low window the bar has one line').toBeGreaterThan(buttonBox?.y ?? 400)
      await page.setViewportSize(options.viewport)
      await slot(page, 'idBack').setInputFiles(required.agreementFile)
      await expect(page.getByText(/^身分証明書裏面：/)).toBeVisible()
      await expectFit(page)
      await slot(page, 'idBack').setInputFiles(required.idFront)
      await page.getByLabel('メールアドレス').fill('none')
      await submitButton(page).click()
      await expect(page.getByText('有効なメールアドレスを入力してください。')).toBeVisible()
      await expectFit(page)
      await page.getByRole('button', { name: 'キャンセル' }).click()
      await expect(page.getByRole('dialog', { name: '入力内容の破棄' })).toBeVisible()
      await expectFit(page)
    })
  })
}

test('on a phone the menu is a drawer that closes after navigation', { tag: '@long' }, async ({ pageOf }) => {
  const viewport = { width: 390, height: 844 }
  const page = await pageOf('user', { viewport, reducedMotion: 'reduce', at: '/' })
  await expect(page.getByRole('navigation', { name: 'メインメニュー' })).toBeHidden()
  await page.getByRole('button', { name: 'メニューを開く' }).click()
  const drawer = page.getByRole('dialog')
  await expect(drawer).toContainText('一般ユーザー')
  await expectFit(page)
  await drawer.getByRole('link', { name: '出演者一覧' }).click()
  await expect(page).toHaveURL('/performers')
  await expect(drawer).toBeHidden()
  await page.getByRole('button', { name: 'アカウント' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'ログアウト' }).focus()
})

test('long names wrap and do not widen the page', { tag: '@long' }, async ({ pageOf }) => {
  const page = await pageOf('user', { viewport: { width: 390, height: 844 } })
  const names = {
    lastName: 'あ'.repeat(60),
    firstName: 'W'.repeat(100),
    lastNameRoman: 'M'.repeat(100),
    firstNameRoman: 'W'.repeat(100),
  }
  const performer = await registerPerformer(page, {
    names,
    fields: { email: `${'a'.repeat(64)}@example.com` },
  })
  await openPerformer(page, performer)
  await expectNoHorizontalScroll(page)
  const title = page.getByRole('heading', { level: 1 })
  const edit = page.getByRole('button', { name: '編集', exact: true })
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    const [titleBox, editBox] = [await title.boundingBox(), await edit.boundingBox()]
    if (!titleBox || !editBox) throw new Error('the header is not visible')
    expect(editBox.x, 'the button is to the right of the title').toBeGreaterThan(titleBox.x + titleBox.width)
    expect(Math.abs(editBox.y - titleBox.y), 'and in its first line').toBeLessThan(16)
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/performers')
  await expect(page.getByRole('link', { name: fullName(names), exact: true }).first()).toBeVisible()
  await expectNoHorizontalScroll(page)
  await page.goto('/audit-logs')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expectNoHorizontalScroll(page)
})

test('every page has one h1, a unique title, a language and landmarks', { tag: '@long' }, async ({
  pageOf,
}) => {
  const page = await pageOf('user')
  const titles = new Set<string>()
  for (const path of ['/', '/performers', '/performers/add', '/videos', '/audit-logs']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    for (const landmark of ['banner', 'main', 'contentinfo'] as const) {
      await expect(page.getByRole(landmark)).toHaveCount(1)
    }
    await expect(page.locator('html')).toHaveAttribute('lang', 'ja')
    titles.add(await page.title())
  }
  expect(titles.size).toBe(5)
})
