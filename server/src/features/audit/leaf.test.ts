import { leafJson } from '@kyc/contract/log-entries.ts'
import { constantFrom, assert as forAll, option, property, record, string } from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalBytes } from './entry-box.ts'

test('the JSON of a leaf is the canonical one (RFC 8785), whatever its values', () => {
  const text = string({ unit: constantFrom('a', '"', '\\', '\n', '\u2028', '本', '\u0000', '😀', '/') })
  const nullable = option(text)
  const plain = constantFrom('0', '17', '00ff', '0198f0a0-0000-7000-8000-000000000000')
  const leaves = record({
    id: plain,
    at_us: plain,
    actor: nullable,
    action: text,
    rtype: text,
    rid: nullable,
    subject: nullable,
    owner: nullable,
    writer: plain,
    wseq: plain,
    ip_commit: plain,
    details_commit: plain,
  })
  forAll(
    property(leaves, (leaf) => {
      expect(leafJson(leaf)).toBe(canonicalBytes({ v: 1, ...leaf }).toString())
    }),
  )
})
