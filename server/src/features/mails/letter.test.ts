import { expect, test } from 'vitest'
import { type Letter, writeMail } from './letter.ts'

const to = { address: 'owner@example.com', name: '試験 花子' }
const letter: Letter = {
  subject: '書類が差し戻されました',
  parts: [
    '確認してください。',
    { facts: [['出演者', '見本 <b>花子</b>']] },
    { list: ['A & B'] },
    { quote: '一行目\n二行目 <script>alert(1)</script>' },
    { link: new URL('https://kyc.example.com/performers/1?a="b"'), label: '開く' },
  ],
}

test('text and HTML have the same contents', () => {
  const mail = writeMail(to, letter)
  expect(mail).toMatchObject({ to: to.address, subject: '【本人確認管理システム】書類が差し戻されました' })
  expect(mail.text).toBe(`試験 花子 様

確認してください。

出演者: 見本 <b>花子</b>

・A & B

> 一行目
> 二行目 <script>alert(1)</script>

開く:
https://kyc.example.com/performers/1?a=%22b%22

--
このメールは本人確認管理システムが自動で送信しています。返信はお受けできません。
`)
  for (const words of ['試験 花子 様', '確認してください。', '一行目<br>二行目', '開く']) {
    expect(mail.html).toContain(words)
  }
})

test('escapes markup in user input', () => {
  const { html } = writeMail({ ...to, name: '<img src=x onerror=alert(1)>' }, letter)
  expect(html).not.toMatch(/<script|<b>|<img|"b"/)
  expect(html).toContain('&#60;img')
})

test('strips line breaks and bidi control characters from names', () => {
  const { text } = writeMail(
    { ...to, name: '花子 様\n\n至急 https://evil.example\u202e' },
    { subject: 'x', parts: [] },
  )
  expect(text.split('\n')[0]).toBe('花子 様 至急 evil. example 様')
})

test.each([
  ['至急 https://evil.example/login をご確認ください', '至急 evil. example/login をご確認ください'],
  ['詳細はwww.evil.co.jpへ', '詳細はwww. evil. co. jpへ'],
  ['HTTP：／／evil．example', 'evil． example'],
  ['http://203.0.113.7/x', '203. 0. 113. 7/x'],
  ['mail a@evil.example', 'mail a@evil. example'],
  ['ftp:\u200b//evil.\u2060example', 'evil. \u2060example'],
  ['J.R.Smith', 'J. R. Smith'],
  ['見本Co.,Ltd. 邉\u{e0104} 花子。', '見本Co.,Ltd. 邉\u{e0104} 花子。'],
])('a name does not become a link: %s', (name, shown) => {
  const facts = [
    ['出演者', name],
    ['メールアドレス', 'visitor@example.net', 'exact'],
  ] as const
  const mail = writeMail({ ...to, name }, { subject: 'x', parts: [{ facts }, { list: [name] }] })
  expect(mail.text).toContain(`${shown} 様\n`)
  expect(mail.text).toContain(`出演者: ${shown}\n`)
  expect(mail.text).toContain(`・${shown}\n`)
  expect(mail.text).toContain('メールアドレス: visitor@example.net')
  expect(mail.html.split(shown)).toHaveLength(4)
})

test('greets an unverified address without a name, and names the address for replies', () => {
  const unverified = writeMail({ ...to, name: null }, { subject: 'x', parts: [] })
  expect(unverified.text.split('\n')[0]).toBe('このメールを受け取られた方へ')
  expect(unverified.replyTo).toBeUndefined()
  const withReplyTo = writeMail(to, { subject: 'x', parts: [], replyTo: 'visitor@example.net' })
  expect(withReplyTo.replyTo).toBe('visitor@example.net')
  expect(withReplyTo.text).toContain('返信は visitor@example.net に届きます。')
  expect(withReplyTo.html).not.toContain('返信はお受けできません。')
})
