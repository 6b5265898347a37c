import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { safePath } from './safe-path.ts'

const origin = 'https://app.example'
/** The URL to which a browser resolves `target`. */
const landing = (target: string) => new URL(target, `${origin}/sso-callback?token=x`)
const closed = ['api', 'ws', '.well-known', 'login', 'firebase-login', 'sso-callback']

describe('a target that leaves the site becomes /', () => {
  it.each([
    ['https://evil.example', '//evil.example', '///evil.example', '/\\evil.example', '\\\\evil.example'],
    ['/\t/evil.example', '/\n//evil.example', '/\r/evil.example', '/./\\evil.example', '/x/..//evil.example'],
    ['/.//evil.example', '/%2e//evil.example', '/a/%2e%2e//evil.example', 'javascript:alert(1)', 'data:,x'],
    ['performers', '', ' /performers', '/performers ', '/出演者', '/\u0000', '/\ud800', '?x', '#x', '@evil'],
  ])('%j and the other targets of its row', (...targets) => {
    for (const target of targets) expect(safePath(target), JSON.stringify(target)).toBe('/')
  })

  it.each([[undefined], [null], [1], [{}], [['/performers']], [new String('/performers')]])(
    '%j, which is not a string',
    (target) => {
      expect(safePath(target)).toBe('/')
    },
  )
})

describe('a target that is not a page becomes /', () => {
  const spelt = (name: string) => [
    ...[`/${name}`, `/${name}/`, `/${name}?x`, `/${name}#x`, `/${name}/auth/me`, `/${name.toUpperCase()}`],
    ...[`/./${name}`, `/x/../${name}`, `/x/%2E%2e/${name}`, `/${escaped(name)}`, `/${escaped(name)}%2fx`],
    ...[`/.%2f${name}`, `/x%2f..%2f${name}/x`, `/x%5c..%5c${name}`, `/${name}%3fx`, `/%2f${name}`],
  ]

  it.each(closed)('%s, in any spelling', (name) => {
    for (const target of spelt(name)) expect(safePath(target), target).toBe('/')
  })

  it.each(['/%', '/%zz', '/%ff', '/%c0%af'])('%s, which can not be decoded', (target) => {
    expect(safePath(target)).toBe('/')
  })
})

it.each([
  ...['/', '/dashboard', '/performers?status=pending&search=%E5%B1%B1', '/performers/add#files', '/apiary'],
  ...['/websites', '/logins', '/performers/01a1fd90-ccae-7336-ad16-594ced7bb8cd', '/faqs?next=/api/x'],
])('the target %s, a page of the site, is returned unchanged', (target) => {
  expect(safePath(target)).toBe(target)
})

const piece = fc.oneof(
  fc.constantFrom(
    '/',
    '//',
    '\\',
    '.',
    '..',
    '%2e',
    '%2f',
    '%5c',
    '%09',
    '\t',
    '\n',
    '\r',
    ' ',
    '@',
    ':',
    '?',
  ),
  fc.constantFrom('#', ';', '%', '%00', '%25', 'evil.example', 'https:', 'javascript:', '\u0000', '／', '。'),
  fc.constantFrom('app.example', ...closed, ...closed.map(escaped)),
  fc.string({ maxLength: 4, unit: 'binary' }),
)
const target = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''))
const rooted = target.map((rest) => `/${rest}`)

test('every target leads to a page of the site', { timeout: 60_000 }, () => {
  const property = fc.property(fc.oneof({ weight: 3, arbitrary: rooted }, target), (sent) => {
    const path = safePath(sent)
    const url = landing(path)
    const decoded = decodeURIComponent(url.pathname)
    const first = /^\/([^/?#]*)/.exec(new URL(decoded, origin).pathname)?.[1]?.toLowerCase()
    return (
      url.origin === origin &&
      /^\/(?![/\\])[\x21-\x7e]*$/.test(path) &&
      new URL(decoded, origin).origin === origin &&
      !closed.includes(first ?? '') &&
      safePath(path) === path
    )
  })
  fc.assert(property, { numRuns: 100_000, seed: 1 })
})

/** Every letter as a percent escape. */
function escaped(name: string): string {
  return name.replace(/[a-z]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`)
}
