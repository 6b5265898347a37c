import type { Signing } from '@kyc/contract/signing-schema.ts'
import { enteredFacts } from '@kyc/contract/signing-vocabulary.ts'
import type { Page } from '@playwright/test'
import { expectAccessible, expectFit } from '../setup/accessible.ts'
import { foundCompany } from '../setup/database.ts'
import { linkInMail, mailWith } from '../setup/mails.ts'
import {
  approveAll,
  createVideo,
  csrfHeaders,
  fullName,
  registerPerformer,
  replyOf,
  uniqueNames,
} from '../setup/records.ts'
import { expect, heading, test } from '../setup/test.ts'
import { mark } from '../setup/video-page.ts'

// D126: from the approval at one organisation to the record of another one, and its end.

test('with the performer’s permission, another organisation registers the performer without a document, until the performer ends the use', async ({
  page: mails,
  newPage,
  newAccount,
  pageOf,
}) => {
  test.slow()
  const [maker, user] = [await newAccount('user'), await newAccount('user')]
  const names = { maker: `制作 ${mark()}`, user: `利用 ${mark()}` }
  await foundCompany(maker.email, names.maker)
  await foundCompany(user.email, names.user)
  const producer = await pageOf(maker)
  const other = await pageOf(user)
  const performer = await registerPerformer(producer, {
    names: uniqueNames('確認'),
    fields: { date_of_birth: '1990-01-01' },
  })
  await approveAll(await pageOf('admin'), performer.id)
  const video = await createVideo(producer, { title: `契約の見本 ${mark()}` }, [performer.id])
  const address = `rely-${mark()}@example.com`
  await sendContract(producer, { videoId: video.id, performerId: performer.id, email: address })
  const my = await newPage({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    reducedMotion: 'reduce',
  })
  const part = my.getByRole('region', { name: 'ほかの組織に確認済みの結果を使わせる' })

  await test.step('the performer names the organisation on the performer’s page, and sees what the organisation will read', async () => {
    await my.goto(await linkInMail(mails, address, '/my'))
    await expect(heading(my, 'あなたのページ')).toBeVisible()
    await part.getByRole('button', { name: '組織を選ぶ' }).click()
    await part.getByRole('textbox', { name: '利用する組織の組織ID' }).fill(video.id)
    await part.getByRole('button', { name: '次へ' }).click()
    await expect(part.getByText('組織IDを、利用する組織にご確認ください。')).toBeVisible()
    await expectFit(my)
    await other.goto('/organisation')
    const id = /[0-9a-f-]{36}/.exec(await other.getByText(/^組織ID/).innerText())?.[0] ?? ''
    await part.getByRole('textbox', { name: '利用する組織の組織ID' }).fill(id)
    await part.getByRole('button', { name: '次へ' }).click()
    await expect(part.getByText(`${names.user}に許可しますか`)).toBeVisible()
    for (const fact of [fullName(performer), '1990年1月1日', names.maker])
      await expect(part.getByText(fact, { exact: true })).toBeVisible()
    await expectFit(my)
    await expectAccessible(my)
  })

  await test.step('a code from the mail confirms the permission', async () => {
    const mail = await mailWith(mails, address, '使うことを許可するための確認コード')
    const code = /\b\d{6}\b/.exec(mail.replaceAll(/<[^>]*>/g, ' '))?.[0] ?? ''
    await part.getByRole('textbox', { name: /確認コード/ }).fill(code)
    await part.getByRole('button', { name: '許可する' }).click()
    await expect(part.getByText(`${names.user}に許可しました`)).toBeVisible()
    await expectFit(my)
  })

  await test.step('the other organisation registers the performer, and the record names the organisation that has checked the identity', async () => {
    await other.goto('/performers')
    const offers = other.getByRole('region', { name: '確認済みの結果で登録できる出演者' })
    await expect(offers).toContainText(fullName(performer))
    await expectFit(other)
    await offers.getByRole('button', { name: `${fullName(performer)}を登録する` }).click()
    await expect(heading(other, fullName(performer))).toBeVisible()
    const origin = other.getByRole('region', { name: 'ほかの組織の確認', exact: true })
    await expect(origin).toContainText(names.maker)
    await expect(other.getByText('ほかの組織の確認による').first()).toBeVisible()
    await expect(other.getByText('下書きです')).toBeHidden()
    await expectFit(other)
    await expectAccessible(other)
  })

  await test.step('the first organisation sees which organisation uses its verification, and can end this use', async () => {
    await producer.goto(`/performers/${performer.id}`)
    const given = producer.getByRole('region', { name: 'この確認結果を使う組織' })
    await expect(given).toContainText(names.user)
    await expect(given).toContainText('登録済み')
    await expectFit(producer)
    await given.getByRole('button', { name: `${names.user}による利用を終了` }).click()
    const dialog = producer.getByRole('dialog', { name: '確認結果の利用の終了' })
    await expect(dialog).toContainText('すぐにこの本人確認の結果を使えなくなります')
    await expectFit(producer)
    await dialog.getByRole('button', { name: 'キャンセル' }).click()
  })

  await test.step('the performer ends the use, and the open page of the other organisation shows its end', async () => {
    await part.getByRole('button', { name: `利用を終了する：${names.user}` }).click()
    const dialog = my.getByRole('dialog', { name: '利用を終了しますか' })
    await expectFit(my)
    await dialog.getByRole('button', { name: '利用を終了する' }).click()
    await expect(part.getByText('終了しました。', { exact: true })).toBeVisible()
    await expectFit(my)
    await expect(other.getByText('出演者本人が終了しました。', { exact: false })).toBeVisible()
    await expect(other.getByText('下書きです')).toBeVisible()
    await expectFit(other)
  })
})

/** Sends a contract by the API, with which the performer gets the link to its page. */
async function sendContract(
  page: Page,
  { videoId, performerId, email }: { videoId: string; performerId: string; email: string },
): Promise<void> {
  const headers = await csrfHeaders(page)
  const data = {
    language: 'ja',
    contractTemplate: 'neutral-contract-ja',
    sheetTemplate: 'neutral-sheet-ja',
    facts: Object.fromEntries(enteredFacts.map((fact) => [fact, `${fact}の内容`])),
    partnerIds: [],
    talk: { by: '制作 花子', on: '2026-11-20', language: '日本語' },
  }
  const path = `/api/videos/${videoId}/performers/${performerId}/signings`
  const { id, contractSha256, sheetSha256 } = await replyOf<Signing>(
    await page.request.post(path, { headers, data }),
  )
  await replyOf(
    await page.request.post(`/api/signings/${id}/send`, {
      headers,
      data: { email, contractSha256, sheetSha256 },
    }),
  )
}
