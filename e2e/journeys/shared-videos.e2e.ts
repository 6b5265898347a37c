import { expectAccessible, expectFit } from '../setup/accessible.ts'
import { foundCompany } from '../setup/database.ts'
import { createVideo, registerPerformer, uniqueNames } from '../setup/records.ts'
import { expect, heading, test } from '../setup/test.ts'
import { mark } from '../setup/video-page.ts'

// D113: from the id of the distributor to the end of the share on its open page.

test('a producer shares a video with a distributor, which reads facts without a name until the producer ends the share', async ({
  newAccount,
  pageOf,
}) => {
  test.slow()
  const [maker, shop] = [await newAccount('user'), await newAccount('user')]
  const names = { maker: `制作 ${mark()}`, shop: `配信 ${mark()}` }
  await foundCompany(maker.email, names.maker)
  await foundCompany(shop.email, names.shop)
  const producer = await pageOf(maker)
  const distributor = await pageOf(shop)
  const performer = await registerPerformer(producer, { names: uniqueNames('本名') })
  const title = `共有の見本 ${mark()}`
  const video = await createVideo(producer, { title }, [performer.id])
  const sharing = producer.getByRole('region', { name: '共有', exact: true })
  let id = ''

  await test.step('the distributor finds its id on the page of its organisation', async () => {
    await distributor.goto('/shared-videos')
    await expect(distributor.getByText('共有された動画はありません')).toBeVisible()
    await expectFit(distributor)
    await distributor.goto('/organisation')
    const text = await distributor.getByText(/^組織ID/).innerText()
    id = /[0-9a-f-]{36}/.exec(text)?.[0] ?? ''
    expect(id).not.toBe('')
    await expectFit(distributor)
  })

  await test.step('the producer shares the video, and a wrong id is refused at its field', async () => {
    await producer.goto(`/videos/${video.id}?tab=publications`)
    // The page grows while its parts load, which would leave a button half under its header.
    await producer.waitForLoadState('networkidle')
    await sharing.getByRole('button', { name: '共有先を追加' }).click()
    const dialog = producer.getByRole('dialog', { name: '動画の共有' })
    const recipient = dialog.getByRole('textbox', { name: '共有先のID' })
    await recipient.fill(video.id)
    await dialog.getByRole('button', { name: '共有する' }).click()
    await expect(dialog.getByText('IDを、共有先にご確認ください。')).toBeVisible()
    await expectFit(producer)
    await recipient.fill(id)
    await dialog.getByRole('button', { name: '共有する' }).click()
    await expect(sharing.getByText(names.shop)).toBeVisible()
    await expectFit(producer)
  })

  await test.step('the distributor reads facts and what is missing, and no name', async () => {
    await distributor.goto('/shared-videos')
    await distributor.getByRole('link', { name: title, exact: true }).click()
    await expect(heading(distributor, title)).toBeVisible()
    await expect(distributor.getByRole('region', { name: '出演者1' })).toContainText('本人確認')
    await expect(distributor.getByRole('region', { name: '記録の不足' })).toContainText('出演者1：')
    await expect(distributor.getByText('開ける書類はありません。')).toBeVisible()
    await expect(distributor.getByText('本名')).toBeHidden()
    await expectAccessible(distributor)
    const [download] = await Promise.all([
      distributor.waitForEvent('download'),
      distributor.getByRole('button', { name: '証明をダウンロード' }).click(),
    ])
    expect(download.suggestedFilename()).toContain('.jws')
  })

  await test.step('a permission to open a contract appears on the open page of the distributor, which must enter a reason', async () => {
    await sharing.getByRole('button', { name: `${names.shop}の契約書の閲覧を許可` }).click()
    const dialog = producer.getByRole('dialog', { name: '契約書の閲覧の許可' })
    await expectFit(producer)
    await dialog.getByRole('button', { name: '閲覧を許可する' }).click()
    await expect(sharing.getByText(/まで開けます$/)).toBeVisible()
    await distributor.getByRole('button', { name: '出演者1の契約書を開く' }).click()
    const opening = distributor.getByRole('dialog', { name: '契約書を開く' })
    await opening.getByRole('textbox', { name: '閲覧の理由' }).fill('配信前の確認')
    await expectFit(distributor)
    await opening.getByRole('button', { name: '開く', exact: true }).click()
    await expect(opening.getByText('書類が見つかりません。')).toBeVisible()
  })

  await test.step('the end of the share closes the open page within a second', async () => {
    await sharing.getByRole('button', { name: `${names.shop}との共有を終了` }).click()
    const dialog = producer.getByRole('dialog', { name: '共有の終了' })
    await dialog.getByRole('button', { name: '共有を終了' }).click()
    await expect(sharing.getByText('共有を終了')).toBeHidden()
    await expect(distributor.getByText('共有された動画が見つかりません').first()).toBeVisible({
      timeout: 1000,
    })
    await expect(distributor.getByText(title)).toBeHidden()
  })
})
