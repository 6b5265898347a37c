import { expect, test } from 'vitest'
import { auditFieldLabel } from './audit-fields.ts'
import { allFields, asRomanName, fieldRules, isRomanName, lockedFields } from './performer-fields.ts'
import { performerFieldsSchema, performerSchema, updatePerformer } from './performers.ts'

test('every field can be sent, changed and read, and has a label in the audit log', () => {
  expect(Object.keys(performerFieldsSchema.shape)).toEqual(allFields)
  for (const field of allFields) {
    expect(performerSchema.shape).toHaveProperty(field)
    expect(updatePerformer.body.shape).toHaveProperty(field)
    expect(auditFieldLabel(field)).toBe(fieldRules[field].label)
  }
  expect(new Set(allFields.map((field) => fieldRules[field].column)).size).toBe(allFields.length)
})

test('names are required, an empty detail becomes null, and each field has its own limit', () => {
  const names = { lastName: '山田', firstName: '花子', lastNameRoman: 'YAMADA', firstNameRoman: 'HANAKO' }
  expect(performerFieldsSchema.parse(names)).toEqual(names)
  for (const field of allFields) {
    const rule = fieldRules[field]
    const empty = performerFieldsSchema.safeParse({ ...names, [field]: '' })
    expect(empty.success, field).toBe(rule.kind !== 'name')
    if (empty.success) expect(empty.data[field]).toBeNull()
    if (rule.kind === 'name' || rule.kind === 'kana' || rule.kind === 'text') {
      const long = performerFieldsSchema.safeParse({ ...names, [field]: 'あ'.repeat(rule.chars + 1) })
      expect(long.error?.issues[0]?.message).toBe(`${rule.label}は${rule.chars}文字以内で入力してください。`)
    }
  }
})

test.each(['やまだ', 'ヤマダ', 'ﾔﾏﾀﾞ', 'ユーコ', 'ミナ・アレクサンドラ', 'みな アンナ', '･'])(
  '%s is a name in kana',
  (kana) => {
    expect(performerFieldsSchema.partial().safeParse({ lastNameKana: kana }).success).toBe(true)
  },
)

test.each(['山田', 'YAMADA', 'やまだ1', 'やまだ-', 'や\u0000'])('%j is no name in kana', (text) => {
  const { error } = performerFieldsSchema.partial().safeParse({ lastNameKana: text })
  expect(error?.issues[0]?.path).toEqual(['lastNameKana'])
})

test('decisions and verifications lock their fields (D14, D15)', () => {
  expect(lockedFields({ everDecided: false, everVerified: false })).toEqual([])
  expect(lockedFields({ everDecided: true, everVerified: false })).toEqual(['idKind', 'external_id'])
  expect(lockedFields({ everDecided: true, everVerified: true })).toEqual([
    ...['lastName', 'firstName', 'lastNameRoman', 'firstNameRoman', 'date_of_birth', 'idKind', 'external_id'],
  ])
})

test('a roman name has Latin letters, spaces, hyphens and apostrophes, all half-width', () => {
  for (const name of ['YAMADA', "O'HARA", 'van der Berg', 'SMITH-JONES', 'JOSÉ', '']) {
    expect(isRomanName(name), name).toBe(true)
  }
  for (const name of ['jiro123', '試験', 'ヤマダ', 'ＹＡＭＡＤＡ', 'A.B', 'O’HARA', 'ﬁ']) {
    expect(isRomanName(name), name).toBe(false)
  }
})

test('a typed roman name becomes half-width capitals', () => {
  expect(asRomanName('ｙａｍａｄａ　Ｔａｒｏ ')).toBe('YAMADA TARO')
  expect(asRomanName('o’hara‐smith')).toBe("O'HARA-SMITH")
  expect(asRomanName('jiro123')).toBe('JIRO123')
})
