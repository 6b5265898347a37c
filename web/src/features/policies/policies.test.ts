import { limits } from '@kyc/contract/limits.ts'
import { expect, test } from 'vitest'
import { cancellation, cancellationLead } from './cancellation-text.ts'
import { durations } from './durations.ts'
import { faq, openAtStart } from './faq-text.ts'
import { type Article, type Block, partsOf } from './policy-text.ts'
import { privacy, privacyLead } from './privacy-text.ts'
import { terms } from './terms-text.ts'

const blocksOf = (articles: readonly Article[]) => articles.flatMap(({ body }) => body)
const textOf = (blocks: readonly Block[]) => blocks.flat().join('\n')

const questions = faq.flatMap((group) => group.questions)
const texts = {
  cancellation: `${cancellationLead}\n${textOf(blocksOf(cancellation))}`,
  terms: textOf(blocksOf(terms)),
  privacy: `${privacyLead}\n${textOf(blocksOf(privacy))}`,
  faqs: textOf(questions.flatMap(({ answer }) => answer)),
}

const statements: readonly [string, (keyof typeof texts)[], RegExp][] = [
  [
    'a full refund within 14 days of the start',
    ['cancellation', 'terms', 'faqs'],
    /利用開始日から14日以内.*全額/,
  ],
  [
    '30 days for content after a cancellation',
    ['cancellation', 'terms', 'privacy', 'faqs'],
    /解約後.*30日間/,
  ],
  [
    'at least 7 years from the last change or publication',
    ['cancellation', 'terms', 'privacy', 'faqs'],
    /最後の変更または公開の終了から少なくとも7年間/,
  ],
  ['unlimited performers per video', ['terms', 'faqs'], /1本の動画に.*(上限はありません|何名でも)/],
  ['monthly plans in the account settings', ['cancellation', 'terms', 'faqs'], /月額プラン.*アカウント設定/],
  ['annual plans by support', ['cancellation', 'terms', 'faqs'], /年額プラン.*サポート/],
  ['AES-256', ['terms', 'privacy', 'faqs'], /AES-256/],
  ['TLS', ['terms', 'privacy', 'faqs'], /通信は.*TLS/],
  ['Japanese law', ['terms'], /日本法に準拠/],
  ['the court of first instance', ['terms'], /東京地方裁判所を第一審/],
  ['minimum privileges', ['privacy', 'faqs'], /必要最小限の権限を与えられた担当者だけ/],
  ['an answer within 48 hours', ['privacy', 'faqs'], /48時間以内に回答/],
]

test.each(statements)('the policies state %s (spec §9)', (_, pages, words) => {
  for (const page of pages) expect(texts[page], page).toMatch(words)
})

test('the policies state the limits of the product', () => {
  expect(durations).toEqual({
    refund: '14日',
    contentKept: '30日間',
    retention: '7年間',
    reply: '48時間',
    sessionIdle: '2時間',
    sessionAbsolute: '12時間',
    device: '400日間',
    viewDedup: '5分',
    subjectRequestDue: '30日',
    lockFailures: '5回',
    lockout: '15分間',
    partnerToken: '5分間',
    packLink: '7日間',
    performerPage: '90日間',
    fileSize: '20MB',
    adultAge: '18歳',
  })
  expect(durations.refund).toBe(`${limits.policy.refundDays}日`)
  expect(durations.retention).toBe(`${limits.retentionYears}年間`)
  for (const phrase of ['対応の完了から1年間', '操作がないまま2時間', 'ログインから12時間', '最長400日間']) {
    expect(texts.privacy).toContain(phrase)
  }
})

test('policies link only to public pages', () => {
  const all = Object.values(texts).join('\n')
  const links = partsOf(all).flatMap((part) => (typeof part === 'string' ? [] : [part.href]))
  expect(links.length).toBeGreaterThan(5)
  for (const href of links)
    expect(['/contact', '/takedown', '/privacy', '/cancellation', '/terms', '/faqs']).toContain(href)
  expect(partsOf(all).join('')).not.toMatch(/\]\(/)
})

test('a text is split into links and plain text', () => {
  expect(partsOf('詳しくは[規約](/terms)をご覧ください。')).toEqual([
    '詳しくは',
    { label: '規約', href: '/terms' },
    'をご覧ください。',
  ])
  expect(partsOf('リンクなし')).toEqual(['リンクなし'])
})

test('every question has a unique id; an unknown id opens the first', () => {
  const ids = questions.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect(openAtStart(id)).toBe(id)
  expect([openAtStart(''), openAtStart('no-such-question')]).toEqual([ids[0], ids[0]])
})

test('no text occurs twice, because texts are React keys', () => {
  for (const articles of [terms, privacy, cancellation]) {
    for (const { body } of articles) expect(new Set(body.flat()).size).toBe(body.flat().length)
  }
})
