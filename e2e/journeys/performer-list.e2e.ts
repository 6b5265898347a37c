import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import {
  approveAll,
  countPerformers,
  fullName,
  registerPerformer,
  reject,
  uniqueNames,
} from '../setup/records.ts'
import { expect, test } from '../setup/test.ts'

function search(page: Page) {
  return page.getByRole('searchbox', { name: '出演者を検索' })
}

/** The names of the rows, in order. */
async function expectNames(page: Page, names: readonly string[]): Promise<void> {
  const cells = page
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
    .getByRole('link', { name: /(?<!の詳細)$/ })
  await expect(cells).toHaveText([...names])
}

/** Only this chip is marked as current. */
async function expectChosen(page: Page, chip: string): Promise<void> {
  const chips = page.getByRole('navigation', { name: '状態で絞り込む' }).getByRole('link')
  const current = () =>
    chips.evaluateAll((links) => links.flatMap((link) => (link.ariaCurrent ? [link.textContent] : [])))
  await expect.poll(current).toEqual([expect.stringMatching(new RegExp(`^${chip}`))])
}

/** Letters that no other name contains. */
function mark(): string {
  return [...randomBytes(6)].map((byte) => String.fromCharCode(97 + (byte % 26))).join('')
}

test('a search finds variants of characters, both orders of a name and both scripts, and reports when nothing matches', {
  tag: '@long',
}, async ({ pageOf }) => {
  const page = await pageOf('user')
  const id = mark()
  const names = {
    lastName: '髙橋',
    firstName: `渚${id}`,
    lastNameRoman: 'TAKAHASHI',
    firstNameRoman: `NAGISA${id}`,
  }
  await registerPerformer(page, { names, fields: { external_id: `ext-${id}` } })
  await page.goto('/performers')
  for (const text of [
    `高橋 渚${id}`,
    `髙橋渚${id}`,
    `渚${id} 高橋`,
    `takahashi nagisa${id}`,
    `ＮＡＧＩＳＡ${id}`,
    `ext-${id}`,
  ]) {
    await search(page).fill(text)
    await expectNames(page, [`髙橋 渚${id}`])
    await expect(page.getByRole('status').filter({ hasText: '1名' })).toBeVisible()
  }
  await search(page).fill(`${id}${id}`)
  await expect(page.getByRole('heading', { name: '条件に合う出演者がいません' })).toBeVisible()
  await page.getByRole('button', { name: '検索語を消す' }).click()
  await expect(search(page)).toBeFocused()
  await expect(page.getByRole('link', { name: `髙橋 渚${id}`, exact: true })).toBeVisible()
})

test('chips filter the list by state, and state and search survive reload and back', {
  tag: '@long',
}, async ({ pageOf }) => {
  const [page, admin] = [await pageOf('user'), await pageOf('admin')]
  const id = mark()
  const called = (name: string) => ({ ...uniqueNames(`${name}${id}`), firstName: '子' })
  const waiting = await registerPerformer(page, { names: called('待') })
  const done = await registerPerformer(page, { names: called('済') })
  const back = await registerPerformer(page, { names: called('戻') })
  await approveAll(admin, done.id)
  await reject(admin, back.id, 'selfie', { codes: ['face_unclear'], message: '顔が見えません。' })

  await page.goto('/performers')
  await search(page).fill(id)
  await expectNames(page, [back, done, waiting].map(fullName))
  const counts = page.getByRole('navigation', { name: '状態で絞り込む' }).getByRole('link')
  await expect(counts, 'counted within the search').toHaveText([
    'すべて3',
    '審査中1',
    '承認済み1',
    '差し戻し1',
    '下書き0',
    '期限間近0',
  ])
  const chip = (name: string) =>
    page
      .getByRole('navigation', { name: '状態で絞り込む' })
      .getByRole('link', { name: new RegExp(`^${name}`) })
  for (const [name, status, performer] of [
    ['審査中', 'pending', waiting],
    ['承認済み', 'approved', done],
    ['差し戻し', 'rejected', back],
  ] as const) {
    await chip(name).click()
    await expect(page).toHaveURL((url) => url.searchParams.get('status') === status)
    await expectChosen(page, name)
    await expectNames(page, [fullName(performer)])
    await expect(page.getByRole('row').nth(1).getByText(name, { exact: true })).toBeVisible()
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await page.reload()
  await expect(chip('差し戻し'), 'the line of chips shows the chosen one').toBeInViewport({ ratio: 1 })
  const place = await page.getByRole('link', { name: fullName(back), exact: true }).boundingBox()
  expect(place?.y, 'filters leave room for the first performer').toBeLessThan(272)
  await page.setViewportSize({ width: 1280, height: 800 })
  await expectNames(page, [fullName(back)])
  await expect(search(page)).toHaveValue(id)
  await page.goBack()
  await expectNames(page, [fullName(done)])
  await expectChosen(page, '承認済み')
  await page.goBack()
  await expectNames(page, [fullName(waiting)])
  await chip('期限間近').click()
  await expect(page.getByRole('heading', { name: '条件に合う出演者がいません' })).toBeVisible()
  await page.getByRole('link', { name: '絞り込みを解除' }).click()
  await expect(page).toHaveURL('/performers')
  await expect(search(page)).toHaveValue('')
})

test('the list is sorted as selected, and a link to a performer leads there and back', {
  tag: '@long',
}, async ({ pageOf }) => {
  const page = await pageOf('user')
  const id = mark()
  const performers = ['B', 'C', 'A'].map((letter) => ({
    lastName: `並${id}`,
    firstName: letter,
    lastNameRoman: `${letter}${id}`,
    firstNameRoman: 'X',
  }))
  for (const names of performers) await registerPerformer(page, { names })
  const order = (letters: string) => [...letters].map((letter) => `並${id} ${letter}`)
  await page.goto('/performers')
  await search(page).fill(`並${id}`)
  await expectNames(page, order('ACB'))
  const sort = page.getByRole('combobox', { name: '並び順' })
  await sort.selectOption('氏名順（ローマ字）')
  await expect(page).toHaveURL((url) => url.searchParams.get('sort') === 'name')
  await expectNames(page, order('ABC'))
  await sort.selectOption('登録が古い順')
  await expectNames(page, order('BCA'))
  await sort.selectOption('更新が新しい順')
  await expect(page).toHaveURL((url) => !url.searchParams.has('sort'))
  await expectNames(page, order('ACB'))

  await page.getByRole('link', { name: `並${id} Cの詳細` }).click()
  await expect(page.getByRole('heading', { level: 1, name: `並${id} C` })).toBeVisible()
  await page.goBack()
  await expectNames(page, order('ACB'))
})

test('the link back from a performer restores the list, also after a reload', { tag: '@long' }, async ({
  pageOf,
}) => {
  const page = await pageOf('user')
  const id = mark()
  const performers = ['A', 'B'].map((letter) => ({
    ...uniqueNames(letter),
    firstName: id,
    lastNameRoman: letter,
  }))
  for (const names of performers) await registerPerformer(page, { names })
  const left = '/performers?status=pending&sort=name'
  const back = page.getByRole('main').getByRole('link', { name: '出演者一覧' })
  await page.goto(left)
  await search(page).fill(id)
  await expectNames(page, [`A ${id}`, `B ${id}`])
  await page.getByRole('link', { name: `A ${id}`, exact: true }).click()
  await expect(page).toHaveURL(/\/performers\/[^?]+$/)
  const address = page.url()
  await page.reload()
  await back.click()
  await expect(page).toHaveURL(left)
  await expect(search(page)).toHaveValue(id)
  await expectNames(page, [`A ${id}`, `B ${id}`])
  await expectChosen(page, '審査中')

  await test.step('without a list before, the link leads to the whole list', async () => {
    await page.goto(address)
    await expect(back).toHaveAttribute('href', '/performers')
  })
})

test('a long list is paged by 50, forward and back, also after a reload', { tag: '@long' }, async ({
  pageOf,
}) => {
  const [owner, admin] = [await pageOf('user'), await pageOf('admin')]
  const rows = admin.getByRole('row').filter({ has: admin.getByRole('cell') })
  const pages = admin.getByRole('navigation', { name: 'ページ' })
  for (let missing = 51 - (await countPerformers(admin)); missing > 0; missing--)
    await registerPerformer(owner)
  // Oldest first, so that records of other journeys are at the end.
  await admin.goto('/performers?sort=createdAt')
  await expect(rows).toHaveCount(50)
  const first = await rows.first().innerText()
  await expect(pages.getByRole('button', { name: '前の50名' })).toBeDisabled()

  await pages.getByRole('button', { name: '次の50名' }).click()
  await expect(admin).toHaveURL(/[?&]cursor=/)
  await expect(rows.first()).not.toHaveText(first, { useInnerText: true })
  const second = await rows.first().innerText()
  await admin.reload()
  await expect(rows.first()).toHaveText(second, { useInnerText: true })

  await rows.first().getByRole('link').first().click()
  await expect(admin).toHaveURL(/\/performers\/[^?]+$/)
  await admin.getByRole('main').getByRole('link', { name: '出演者一覧' }).click()
  await expect(rows.first()).toHaveText(second, { useInnerText: true })
  await pages.getByRole('button', { name: '前の50名' }).click()
  await expect(rows.first()).toHaveText(first, { useInnerText: true })
  await expect(admin).not.toHaveURL(/cursor=/)
  await admin.goBack()
  await expect(rows.first()).toHaveText(second, { useInnerText: true })

  await admin.getByRole('combobox', { name: '並び順' }).selectOption('登録が新しい順')
  await expect(admin).not.toHaveURL(/cursor=/)
  await expect(rows).toHaveCount(50)
})

test('the key / focuses the search, and keys in the search are text', { tag: '@long' }, async ({
  pageOf,
}) => {
  const page = await pageOf('admin')
  await page.goto('/performers')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await page.keyboard.press('/')
  await expect(search(page)).toBeFocused()
  await expect(search(page)).toHaveValue('')
  await page.keyboard.type('a/?')
  await expect(search(page)).toHaveValue('a/?')
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('the key ? lists the keys', { tag: '@long' }, async ({ pageOf }) => {
  const page = await pageOf('user', { at: '/' })
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'キーボード操作' })
  await expect(dialog).toContainText('検索欄へ移動')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test('a user without performers sees what to do, and an unknown page shows the first', {
  tag: '@long',
}, async ({ newPage, newAccount, signIn }) => {
  const page = await newPage()
  await signIn(page, await newAccount('user'))
  await page.getByRole('link', { name: '出演者一覧' }).click()
  await expect(page.getByRole('heading', { name: '出演者がいません' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('0名')
  await expect(page.getByRole('link', { name: '出演者を登録' })).toHaveCount(2)
  await page.getByRole('link', { name: '出演者を登録' }).last().click()
  await expect(page).toHaveURL('/performers/add')

  await page.goto('/performers?cursor=nonsense')
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('出演者情報の取得に失敗しました')
  await expect(alert).toContainText('ページの指定が正しくありません。')
  await alert.getByRole('button', { name: '再試行' }).click()
  await expect(page).toHaveURL('/performers')
  await expect(page.getByRole('heading', { name: '出演者がいません' })).toBeVisible()
})

test('an admin sees all performers with their organisations; a member of a company sees who registered them', {
  tag: '@long',
}, async ({ pageOf }) => {
  const [page, admin] = [await pageOf('user'), await pageOf('admin')]
  const performer = await registerPerformer(page)
  await admin.goto('/performers')
  await search(admin).fill(performer.firstName)
  await expectNames(admin, [fullName(performer)])
  await expect(admin.getByRole('heading', { level: 1, name: 'すべての出演者' })).toBeVisible()
  await expect(admin.getByRole('columnheader', { name: '組織' })).toBeVisible()
  await expect(admin.getByRole('row').nth(1)).toContainText('見本制作')
  await page.goto('/performers')
  await expect(page.getByRole('heading', { level: 1, name: '見本制作の出演者' })).toBeVisible()
  await expect(page.getByRole('row').nth(1)).toContainText('制作 花子')
  await expect(page.getByRole('columnheader', { name: '組織' })).toBeHidden()
})
