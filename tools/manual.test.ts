import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { endpoints } from '@kyc/contract/endpoints.ts'
import { limits } from '@kyc/contract/limits.ts'
import { partnerEndpoints } from '@kyc/contract/partner-api.ts'
import { type ProblemCode, problems } from '@kyc/contract/problems.ts'
import { describe, expect, test } from 'vitest'
import { readSources } from './boundaries.ts'
import { anchorsOf, isShown, linksOf, quotesOf, textsOf } from './manual.ts'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const manual = read('docs/manual.ja.md')
const readme = read('README.md')

/** Problems that users of the pages do not see. The chapter for partners has its own table. */
const programProblems: ReadonlySet<string> = new Set<ProblemCode>([
  'MALFORMED_REQUEST',
  'UNAUTHENTICATED',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'BODY_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'IDEMPOTENCY_KEY_REUSED',
  'HEADERS_TOO_LARGE',
  'EXTERNAL_ID_AMBIGUOUS',
  'VIDEO_NOT_FOUND',
  'INVALID_TOKEN',
  'KYC_PARTNER_REFUSED',
  'CALLBACK_NOT_ALLOWED',
  'REDIRECT_NOT_ALLOWED',
  'PARTNER_KEY_INVALID',
  'PARTNER_SCOPE_MISSING',
  'PARTNER_VERSION_UNKNOWN',
  'TITLE_REFERENCE_USED',
  'TITLE_BLOCKED',
])

describe('docs/manual.ja.md', () => {
  test('quotes labels and messages as the sources spell them', () => {
    const texts = textsOf(readSources())
    const quotes = quotesOf(manual)
    expect(quotes.length).toBeGreaterThan(200)
    expect(quotes.filter((quote) => !isShown(quote, texts))).toEqual([])
  })

  test('explains every problem that a user can see', () => {
    const explained = new Set(quotesOf(manual))
    const missing = Object.entries(problems).filter(
      ([code, { title }]) => !explained.has(title.replace(/\{\w+\}/g, '〇')) && !programProblems.has(code),
    )
    expect(missing).toEqual([])
  })

  test('names only calls that exist', () => {
    const calls = [...endpoints, ...partnerEndpoints].map(({ method, path }) => `${method} /api${path}`)
    const named = [...manual.matchAll(/`((?:GET|POST|PUT|PATCH|DELETE) [^`]+)`/g)].map(
      ([, call]) => call ?? '',
    )
    expect(named.length).toBeGreaterThan(0)
    expect(named.filter((call) => !calls.includes(call))).toEqual([])
  })

  test('states the current limits', () => {
    const minute = 60_000
    const [hour, day] = [60 * minute, 24 * 60 * minute]
    const { callback, invitation, lockout, page, passwordReset, rate, session } = limits
    const delays = callback.retries.map((wait) => (wait < hour ? `${wait / minute}分` : `${wait / hour}時間`))
    const statements = [
      `操作がないまま${session.idle / hour}時間が過ぎるか、ログインから${session.absolute / hour}時間`,
      `続けて${lockout.failures}回あると、そのアカウントへのパスワードによるログインを${lockout.duration / minute}分間`,
      `リンクは${invitation / day}日間有効`,
      `リンクは${passwordReset / hour}時間有効`,
      `パスワードは${limits.password.minimum}文字以上`,
      `最大${limits.fileBytes / 1024 / 1024}MB`,
      `${page.size}名ずつ`,
      `一度に${page.maximum}名まで`,
      `エクスポートは1時間に${rate.exportPerHour}回まで`,
      `${limits.contactReplyHours}時間以内にメールで回答`,
      `「リカバリーコード」が${limits.secondFactor.recoveryCodes}個`,
      `開いてから${limits.kyc.session / minute}分以内`,
      `${limits.expiryMailDays.join('日前、')}日前`,
      `${limits.adultAge}歳未満`,
      delays.join('、'),
      `${callback.timeout / 1000}秒以内に 2xx`,
      `${callback.kept / day}日間保管`,
    ]
    expect(statements.filter((text) => !manual.includes(text))).toEqual([])
  })
})

describe.each([
  'docs/manual.ja.md',
  'docs/operations.md',
  'docs/recipes.md',
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
])('%s', (file) => {
  test('links only to pictures, files and headings that exist', () => {
    const broken = linksOf(read(file)).filter((link) => {
      const [path = '', anchor] = link.split('#')
      const target = path === '' ? file : join(file, '..', path)
      if (!existsSync(join(root, target))) return true
      return anchor !== undefined && !anchorsOf(read(target)).includes(anchor)
    })
    expect(broken).toEqual([])
  })
})

test('every picture is generated from the running product and used in a page', () => {
  const generated = [...read('e2e/pictures/pictures.ts').matchAll(/\bname: '([\w-]+)',/g)].map(
    ([, name]) => name,
  )
  const stored = readdirSync(join(root, 'docs/pictures')).map((file) => file.replace(/\.png$/, ''))
  expect(stored.filter((name) => !generated.includes(name))).toEqual([])
  expect(stored.filter((name) => !`${manual}${readme}`.includes(`pictures/${name}.png`))).toEqual([])
})

test('a quote is a whole text or whole sentences of one, with 〇 for variable parts', () => {
  const texts = textsOf([
    {
      path: 'web/src/a.tsx',
      text: "<p title='閉じる'>あと{n}項目です。入力\n  してください。</p> // 嘘\nconst a = '{b}名を追加'",
    },
    { path: 'web/src/a.test.ts', text: "'試験'" },
  ])
  for (const shown of ['閉じる', 'あと〇項目です。', '入力してください。', '〇名を追加']) {
    expect(isShown(shown, texts), shown).toBe(true)
  }
  for (const other of ['閉じ', '項目です。', 'あと〇項目', '嘘', '試験']) {
    expect(isShown(other, texts), other).toBe(false)
  }
})
