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

test('text and HTML say the same, each in its way', () => {
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

test('nothing that a person typed is markup', () => {
  const { html } = writeMail({ ...to, name: '<img src=x onerror=alert(1)>' }, letter)
  expect(html).not.toMatch(/<script|<b>|<img|"b"/)
  expect(html).toContain('&#60;img')
})

test('a name can’t add lines of its own, nor turn the writing round', () => {
  const { text } = writeMail(
    { ...to, name: '花子 様\n\n至急 https://evil.example\u202e' },
    { subject: 'x', parts: [] },
  )
  expect(text.split('\n')[0]).toBe('花子 様 至急 https://evil.example 様')
})

test('a letter to a stranger names nobody, and one that can be answered says who gets the answers', () => {
  const stranger = writeMail({ ...to, name: null }, { subject: 'x', parts: [] })
  expect(stranger.text.split('\n')[0]).toBe('お客様')
  expect(stranger.replyTo).toBeUndefined()
  const answerable = writeMail(to, { subject: 'x', parts: [], replyTo: 'visitor@example.net' })
  expect(answerable.replyTo).toBe('visitor@example.net')
  expect(answerable.text).toContain('返信は visitor@example.net に届きます。')
  expect(answerable.html).not.toContain('返信はお受けできません。')
})
