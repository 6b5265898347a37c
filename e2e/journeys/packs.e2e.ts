import { readFile } from 'node:fs/promises'
import { unzipSync } from 'fflate'
import { expectAccessible, expectFit } from '../setup/accessible.ts'
import { createVideo, registerPerformer, uniqueNames } from '../setup/records.ts'
import { expect, heading, test } from '../setup/test.ts'
import { mark } from '../setup/video-page.ts'

// D109: from the choice of titles to the file that the recipient has downloaded, and the end of the link.

test('a member makes a pack of chosen titles, and its recipient downloads it by the link until the link is revoked', {
  tag: '@long',
}, async ({ newPage, newAccount, pageOf }) => {
  test.slow()
  const member = await pageOf(await newAccount('user'))
  const performer = await registerPerformer(member, { names: uniqueNames('証拠') })
  const title = `証拠の見本 ${mark()}`
  await createVideo(member, { title }, [performer.id])
  let url = ''

  await test.step('titles are chosen from the list, and the link is shown once', async () => {
    await member.goto('/videos')
    await member.getByRole('button', { name: '選んで証拠パックを作成' }).click()
    await expect(member.getByText('動画を選択してください')).toBeVisible()
    await member.getByRole('checkbox', { name: `${title}を選択` }).check()
    await expectFit(member)
    await member.getByRole('button', { name: '証拠パックを作成', exact: true }).click()
    const dialog = member.getByRole('dialog', { name: '証拠パックの作成' })
    await expect(dialog.getByText('種類を選択してください')).toBeVisible()
    await dialog.getByRole('radio', { name: 'カードブランド' }).check()
    await expectFit(member)
    await dialog.getByRole('button', { name: '作成する' }).click()
    const link = member.getByRole('dialog', { name: '証拠パックのリンク' })
    url = await link.getByRole('status', { name: 'リンク' }).innerText()
    await expectFit(member)
    await link.getByRole('button', { name: '閉じる', exact: true }).last().click()
  })

  await test.step('the list shows when the file is ready', async () => {
    await member.goto('/evidence')
    await expect(member.getByText('作成済み')).toBeVisible({ timeout: 60_000 })
    await expect(member.getByText('まだ開かれていません。')).toBeVisible()
    await expectFit(member)
  })

  const recipient = await newPage({ locale: 'ja-JP' })
  await test.step('the recipient downloads the pack without an account', async () => {
    await recipient.goto(url)
    await expect(heading(recipient, '証拠パック')).toBeVisible()
    await expect(recipient).toHaveURL(/\/packs$/)
    await expect(recipient.getByText('マスク済み')).toBeVisible()
    await expectFit(recipient)
    const [download] = await Promise.all([
      recipient.waitForEvent('download'),
      recipient.getByRole('link', { name: 'ZIPをダウンロード' }).click(),
    ])
    const files = unzipSync(new Uint8Array(await readFile(await download.path())))
    expect(Object.keys(files)).toEqual(['log.jsonl', 'index.pdf', 'SHA256SUMS', 'SHA256SUMS.sig'])
    await recipient.getByRole('button', { name: 'English' }).click()
    await expect(heading(recipient, 'Pack of evidence')).toBeVisible()
    await expectAccessible(recipient)
  })

  await test.step('the member sees the opening and revokes the link', async () => {
    await member.reload()
    await expect(member.getByText('1回開かれました。')).toBeVisible()
    await member.getByRole('button', { name: 'カードブランドの証拠パックを取り消す' }).click()
    await member
      .getByRole('dialog', { name: '証拠パックの取り消し' })
      .getByRole('button', { name: '取り消す', exact: true })
      .click()
    await expect(member.getByText(/^取り消し：/)).toBeVisible()
    await recipient.goto('about:blank')
    await recipient.goto(url)
    await expect(
      recipient.getByText('このリンクは使えません').or(recipient.getByText('This link no longer works')),
    ).toBeVisible()
  })
})
