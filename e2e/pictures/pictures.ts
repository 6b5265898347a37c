import type { LadderRole } from '@kyc/contract/accounts.ts'
import { readPartnerKeys } from '@kyc/server/demo/partner-site/partner-keys.ts'
import { expect, type Locator, type Page } from '@playwright/test'
import { expectProvider } from '../setup/kyc.ts'
import { demoPassword } from '../setup/test.ts'
import { openSigning, pageLink, signedCopy } from './signing-pictures.ts'

export const desk = { width: 1280, height: 800 }
const phone = { width: 390, height: 844 }

export interface Picture {
  readonly name: string
  readonly path: string | ((dataDir: string) => Promise<string>)
  readonly role: LadderRole | 'anonymous'
  readonly size?: typeof desk
  /** Prepares the page. */
  readonly before?: (page: Page) => Promise<void>
  /** Runs after the picture was taken, and prepares the following ones. */
  readonly after?: (page: Page) => Promise<void>
  /** The part of the page to take; by default the whole window. */
  readonly part?: (page: Page) => Locator
}

const dialog = (page: Page) => page.getByRole('dialog')
const press = (name: string) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first().click()

/** In order: later pictures may show records that earlier ones create. */
export const pictures: readonly Picture[] = [
  {
    name: 'login',
    path: '/login',
    role: 'anonymous',
    part: (page) => page.getByRole('region', { name: 'ログイン' }),
  },
  { name: 'dashboard', path: '/', role: 'admin' },
  { name: 'keys', path: '/', role: 'user', before: (page) => page.keyboard.press('?'), part: dialog },
  { name: 'performers', path: '/performers', role: 'admin' },
  { name: 'performers-phone', path: '/performers', role: 'user', size: phone },
  { name: 'performer', path: '/performers?status=rejected', role: 'user', before: openYamada },
  { name: 'register', path: '/performers/add', role: 'user' },
  {
    name: 'resubmit',
    path: '/performers?status=rejected',
    role: 'user',
    before: async (page) => {
      await openYamada(page)
      await press('再提出する')(page)
    },
    part: dialog,
  },
  {
    name: 'viewer',
    path: '/performers?status=rejected',
    role: 'admin',
    before: async (page) => {
      await openYamada(page)
      await page.getByRole('button', { name: /身分証明書表面を表示/ }).click()
    },
  },
  { name: 'review', path: '/review', role: 'admin' },
  {
    name: 'verify',
    path: '/performers?waiting=true',
    role: 'admin',
    before: async (page) => {
      await openKono(page)
      await press('身分証明書表面を承認')(page)
      await page.getByRole('img', { name: '身分証明書表面', exact: true }).waitFor()
    },
  },
  {
    name: 'reject',
    path: '/performers?waiting=true',
    role: 'admin',
    before: async (page) => {
      await openKono(page)
      await page
        .getByRole('article')
        .getByRole('button', { name: /を差し戻し$/ })
        .first()
        .click()
      await dialog(page).getByText('不鮮明', { exact: true }).click()
    },
    part: dialog,
  },
  {
    name: 'video',
    path: '/videos',
    role: 'user',
    before: openVideo,
  },
  {
    name: 'contracts',
    path: '/videos',
    role: 'user',
    before: async (page) => {
      await page.getByRole('link', { name: '見本作品 第2集', exact: true }).click()
      await page.getByRole('link', { name: '契約と書類' }).click()
      await page.getByRole('heading', { name: '山田 花子' }).waitFor()
    },
  },
  {
    name: 'papers',
    path: '/review/papers',
    role: 'admin',
    before: (page) => page.getByRole('img', { name: '1 / 2 ページ' }).waitFor(),
  },
  {
    name: 'signing',
    path: '/videos',
    role: 'user',
    before: openSigning,
    after: async (page) => {
      // Mails the link that the next picture opens.
      await press('催促のメールを送る')(page)
      await dialog(page).getByRole('button', { name: '送る', exact: true }).click()
      await dialog(page).waitFor({ state: 'hidden' })
    },
  },
  {
    name: 'my-page',
    path: pageLink,
    role: 'anonymous',
    size: phone,
    before: (page) => page.getByRole('heading', { name: 'あなたのページ' }).waitFor(),
    after: async (page) => {
      // Creates the request to take a title down that the next picture shows.
      await page.getByRole('button', { name: /^出演をやめる：/ }).click()
      await press('出演をやめる')(page)
      await page.getByText('出演をやめることを伝えました。').waitFor()
    },
  },
  {
    name: 'takedown',
    path: '/takedowns',
    role: 'admin',
    before: async (page) => {
      await page.getByRole('table').getByRole('link').first().click()
      await page.getByRole('link', { name: '見本作品 第4集（契約中）' }).first().waitFor()
    },
  },
  {
    name: 'verify-contract',
    path: '/videos',
    role: 'user',
    before: async (page) => {
      const copy = await signedCopy(page)
      await page.goto('/verify-contract')
      await page
        .getByLabel('ここにPDFをドロップ、またはファイルを選択')
        .setInputFiles({ name: '契約書（署名済み）.pdf', mimeType: 'application/pdf', buffer: copy })
      await page.getByText('このシステムで締結された契約書です。変更されていません。').waitFor()
    },
    part: (page) => page.getByRole('main'),
  },
  {
    name: 'campaign',
    path: '/campaigns',
    role: 'user',
    before: (page) => page.getByRole('table').getByRole('link').first().click(),
  },
  {
    name: 'pack',
    path: '/videos',
    role: 'user',
    before: async (page) => {
      await openVideo(page)
      await page.getByRole('link', { name: '概要と公開' }).click()
      await press('証拠パックを作成')(page)
      await dialog(page).getByRole('radio', { name: 'カードブランド' }).check()
    },
    part: dialog,
  },
  {
    name: 'add-to-video',
    path: '/videos',
    role: 'user',
    before: async (page) => {
      await openVideo(page)
      await page.getByRole('link', { name: '出演者を追加' }).click()
      for (const name of ['甲野 さくら', '丙川 葵']) await page.getByRole('checkbox', { name }).check()
    },
  },
  { name: 'audit', path: '/audit-logs', role: 'admin' },
  { name: 'audit-filter', path: '/audit-logs', role: 'admin', before: press('フィルター') },
  {
    name: 'account',
    path: '/account',
    role: 'user',
    part: (page) => page.getByRole('region', { name: '二段階認証' }),
  },
  {
    name: 'contact',
    path: '/contact',
    role: 'anonymous',
    before: async (page) => {
      await page.getByLabel('氏名').fill('相談 太郎')
      await page.getByLabel('メールアドレス').fill('taro@example.com')
      await page.getByLabel('件名').fill('身分証明書について')
      await page.getByLabel('メッセージ').fill('運転免許証の裏面も必要ですか。')
    },
    after: async (page) => {
      await press('送信')(page)
      await page.getByRole('heading', { name: '送信しました' }).waitFor()
    },
  },
  {
    name: 'inquiries',
    path: '/inquiries',
    role: 'admin',
    before: async (page) => {
      await page.getByRole('button', { name: /身分証明書について/ }).click()
    },
  },
  { name: 'invite', path: '/users', role: 'admin', before: press('ユーザーを招待') },
  {
    name: 'users',
    path: '/users',
    role: 'superadmin',
    before: press('制作 花子の操作'),
  },
  { name: 'kyc', path: kycLink, role: 'anonymous' },
  {
    name: 'kyc-result',
    path: kycLink,
    role: 'anonymous',
    before: async (page) => {
      await expectProvider(page.request)
      await press('認証を開始')(page)
      await page.getByLabel('メールアドレス', { exact: true }).fill('sister@example.com')
      await page.getByLabel('パスワード', { exact: true }).fill(demoPassword)
      await press('ログイン')(page)
      // The demo's partner is not running, so the page shows a failed delivery.
      await page.getByRole('button', { name: '再送する', exact: true }).waitFor()
    },
  },
  {
    name: 'deliveries',
    path: '/partners',
    role: 'superadmin',
    before: async (page) => {
      await page.getByRole('link', { name: 'デモ提携先' }).click()
      await page.getByRole('navigation', { name: '提携先の情報' }).getByText('送信', { exact: true }).click()
      await page.getByRole('button', { name: /の試行を/ }).click()
    },
  },
  // Last, because it deletes a performer.
  {
    name: 'sealed',
    path: '/performers?status=rejected',
    role: 'superadmin',
    before: async (page) => {
      await openYamada(page)
      await press('削除')(page)
      await dialog(page).getByRole('button', { name: '削除', exact: true }).click()
      await press('閉じる')(page) // the toast
      await page.getByRole('link', { name: '封印した記録' }).click()
      await page.getByRole('table').getByRole('link').first().click()
      await page.getByLabel('記録を開く理由').fill('警察からの照会への回答')
      await press('封印した記録を開く')(page)
      await page.getByRole('article').first().waitFor()
    },
  },
]

async function openYamada(page: Page): Promise<void> {
  await openPerformer(page, '山田 花子')
}

async function openKono(page: Page): Promise<void> {
  await openPerformer(page, '甲野 さくら')
}

async function openPerformer(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name }).first().click()
  await expect(page.getByRole('heading', { name: '提出書類' })).toBeVisible()
}

async function openVideo(page: Page): Promise<void> {
  await page.getByRole('link', { name: '見本作品 第1集', exact: true }).click()
  await page.getByRole('link', { name: '出演者を追加' }).waitFor()
}

/** The link of the demo's partner, as on its site. */
async function kycLink(dataDir: string): Promise<string> {
  const keys = await readPartnerKeys(dataDir)
  if (!keys) throw new Error('the demo has no partner')
  const { companyId, apiKey, origin } = keys
  const parameters = { user_id: 'sg-20881', callback_url: `${origin}/callback`, api_key: apiKey }
  return `/kyc/register?${new URLSearchParams({ ...parameters, company_id: companyId })}`
}
