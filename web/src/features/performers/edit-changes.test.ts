import { fieldRules } from '@kyc/contract/performer-fields.ts'
import { expect, test } from 'vitest'
import { changesOf, editRules, mergeLater } from './edit-changes.ts'
import { emptyForm } from './registration-form.ts'

const before = {
  ...emptyForm.values,
  lastName: '山田',
  firstName: '花子',
  lastNameRoman: 'YAMADA',
  firstNameRoman: 'HANAKO',
  email: 'hanako@example.com',
}

test('only what changed goes out; an emptied detail becomes null, spaces around are no change', () => {
  expect(changesOf(before, before, '')).toEqual({})
  expect(changesOf(before, { ...before, email: '', lastName: ' 山田 ', nationality: '日本' }, '')).toEqual({
    email: null,
    nationality: '日本',
  })
  expect(changesOf(before, { ...before, idKind: 'passport' }, '')).toEqual({ idKind: 'passport' })
})

test('a reason travels with the change it is for', () => {
  expect(changesOf(before, { ...before, lastName: '山本' }, ' 婚姻 ')).toEqual({
    lastName: '山本',
    reason: '婚姻',
  })
})

const record = { everDecided: false, everVerified: false }
const state = { performer: record, isAdmin: false, backStored: false, before, values: before }

test('decisions lock the owner out of more and more fields, and an admin of none', () => {
  expect(editRules(state)).toMatchObject({ locked: [], lockedText: undefined })
  const decided = { ...state, performer: { everDecided: true, everVerified: false } }
  expect(editRules(decided).locked).toEqual(['idKind', 'external_id'])
  const verified = { ...state, performer: { everDecided: true, everVerified: true } }
  expect(editRules(verified).locked).toEqual([
    ...['lastName', 'firstName', 'lastNameRoman', 'firstNameRoman', 'date_of_birth', 'idKind', 'external_id'],
  ])
  expect(editRules({ ...verified, isAdmin: true })).toMatchObject({ locked: [], lockedText: undefined })
})

test('the notice names every locked field, the four names together as 氏名', () => {
  for (const everVerified of [false, true]) {
    const { locked, lockedText } = editRules({ ...state, performer: { everDecided: true, everVerified } })
    for (const field of locked) {
      const { kind, label } = fieldRules[field]
      expect(lockedText).toContain(kind === 'name' ? '氏名' : label)
    }
  }
})

test('an admin gives a reason for another name or birth date after an approval, and for nothing else', () => {
  const admin = { ...state, isAdmin: true, performer: { everDecided: true, everVerified: true } }
  const reasonFor = (values: object) => editRules({ ...admin, values: { ...before, ...values } }).reasonFor
  expect(reasonFor({ date_of_birth: '1998-04-02' })).toContain('生年月日を変更する理由')
  expect(reasonFor({ firstNameRoman: 'HANA' })).toBeDefined()
  expect(reasonFor({ email: '', nationality: '日本', idKind: 'passport' })).toBeUndefined()
})

test('only an admin closes the slot of a stored back, with a reason', () => {
  const values = { ...before, idKind: 'my_number_card' }
  expect(editRules({ ...state, values })).toMatchObject({ refused: undefined, reasonFor: undefined })
  const closing = { ...state, backStored: true, values }
  expect(editRules(closing).refused).toContain('身分証明書裏面が登録されている')
  const admin = editRules({ ...closing, isAdmin: true })
  expect(admin.refused).toBeUndefined()
  expect(admin.reasonFor).toContain('完全に削除され')
})

test('what others changed is taken over, except where something else was typed', () => {
  const typed = { ...before, lastName: '山本', email: 'mine@example.com' }
  const now = { ...before, lastName: '山川', idKind: 'passport', email: 'hanako@example.com' }
  const { values, later } = mergeLater(before, typed, now)
  expect(values).toEqual({ ...typed, idKind: 'passport' })
  expect(later).toEqual([
    { field: 'lastName', before: '山田', now: '山川', typed: '山本' },
    { field: 'idKind', before: 'なし', now: 'パスポート', typed: undefined },
  ])
})
