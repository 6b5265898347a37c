import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createNoteSigner, parseVerifier } from './signed-note.ts'

/** The example of golang.org/x/mod/sumdb/note, on which C2SP signed-note is based. */
const example = {
  vkey: 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
  seed: Buffer.from('AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz', 'base64').subarray(1),
  text: "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n",
  signature:
    '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n',
}

test('keys and signatures equal the published example', () => {
  const signer = createNoteSigner('PeterNeumann', example.seed)
  expect(signer.vkey).toBe(example.vkey)
  expect(signer.sign(example.text)).toBe(`${example.text}\n${example.signature}`)
  expect(parseVerifier(example.vkey)?.open(`${example.text}\n${example.signature}`)).toBe(example.text)
})

test('a note with another text, name, key or form does not open', () => {
  const signer = createNoteSigner('log', randomBytes(32))
  const note = signer.sign('text\n')
  expect(signer.open(note)).toBe('text\n')
  const other = createNoteSigner('log', randomBytes(32))
  const renamed = createNoteSigner('other', randomBytes(32))
  for (const changed of [
    note.replace('text', 'test'),
    note.replace('— log', '— gol'),
    note.replace('\n\n', '\n'),
    note.slice(0, -20),
    other.sign('text\n'),
    renamed.sign('text\n'),
    '',
  ]) {
    expect(signer.open(changed)).toBeUndefined()
  }
  expect(signer.open(note.trimEnd() + other.sign('text\n').slice(5))).toBe('text\n')
})

test.each(['', 'log', 'log+00000000+AA==', example.vkey.replace('c74f20a3', 'c74f20a4')])(
  '%j is not a key',
  (vkey) => {
    expect(parseVerifier(vkey)).toBeUndefined()
  },
)
