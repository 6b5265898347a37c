import { appearancesFor, expectAccessible, expectFit } from '../setup/accessible.ts'
import { linkInMail } from '../setup/mails.ts'
import { fullName, registerPerformer, uniqueNames } from '../setup/records.ts'
import { expect, heading, test } from '../setup/test.ts'
import { mark } from '../setup/video-page.ts'

for (const { width, colorScheme, options } of appearancesFor(0)) {
  test(`a member asks the performers of the list for their documents, follows the progress and stops the campaign, at ${width} px in the ${colorScheme} scheme`, async ({
    page: mails,
    newAccount,
    newPage,
    pageOf,
  }) => {
    test.slow()
    const member = await pageOf(await newAccount('user'), options)
    const email = `campaign-${mark()}@example.com`
    const asked = uniqueNames('依頼')
    await registerPerformer(member, { names: asked, fields: { email }, files: {}, draft: true })
    await registerPerformer(member, { names: uniqueNames('宛先'), files: {}, draft: true })

    await test.step('the dialog shows how many performers it asks, and how many have no address', async () => {
      await member.goto('/performers')
      await member.getByRole('button', { name: '出演者一覧のその他の操作' }).click()
      await member.getByRole('menuitem', { name: /^まとめて依頼/ }).click()
      const dialog = member.getByRole('dialog', { name: 'まとめて依頼' })
      await expect(dialog.getByText('1名に送信します')).toBeVisible()
      await expect(dialog.getByText('宛先なし：1名')).toBeVisible()
      await expectAccessible(member)
      await expectFit(member)
      await dialog.getByRole('textbox', { name: '名前' }).fill('見本の依頼')
      await dialog.getByRole('button', { name: '1名に依頼する' }).click()
      await expect(heading(member, '見本の依頼')).toBeVisible()
    })

    const row = member.getByRole('row').filter({ hasText: fullName(asked) })
    await test.step('a job sends the link, which the performer opens', async () => {
      // The job runs every minute.
      await expect(row.getByText('送信済み')).toBeVisible({ timeout: 90_000 })
      const performer = await newPage(options)
      await performer.goto(await linkInMail(mails, email, '/p'))
      await expect(performer.getByRole('button', { name: '始める' })).toBeVisible()
    })

    await test.step('the progress shows the opening of the link, and the stop of the campaign revokes the link', async () => {
      await member.reload()
      await expect(row.getByText('リンクを開いた')).toBeVisible()
      await expectAccessible(member)
      await expectFit(member)
      await member.getByRole('button', { name: '停止する' }).click()
      await member.getByRole('checkbox', { name: '送信済みで未完了のリンクも取り消す' }).check()
      await member
        .getByRole('dialog', { name: '一括依頼の停止' })
        .getByRole('button', { name: '停止する' })
        .click()
      await expect(member.getByText('送信とリマインダーは終了しています')).toBeVisible()
      await member.goto('/campaigns')
      await expect(member.getByRole('row').filter({ hasText: '見本の依頼' }).getByText('停止')).toBeVisible()
      await expectFit(member)
    })
  })
}
