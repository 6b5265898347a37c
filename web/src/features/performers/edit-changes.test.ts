import { fieldRules } from '@kyc/contract/performer-fields.ts'
import { expect, test } from 'vitest'
import { changesOf, editRules, mergeConcurrentChanges } from './edit-changes.ts'
import { emptyForm } from './registration-form.ts'

const before = {
  ...emptyForm.values,
  lastName: '山田',
  firstName: '花子',
  lastNameRoman: 'YAMADA',
  firstNameRoman: 'HANAKO',
  email: 'hanako@example.com',
}

test('the request body has only changed fields, trimmed, and null for an emptied detail', () => {
  expect(changesOf(before, before, '')).toEqual({})
  expect(changesOf(before, { ...before, email: '', lastName: ' 山田 ', nationality: '日本' }, '')).toEqual({
    email: null,
    nationality: '日本',
  })
  expect(changesOf(before, { ...before, idKind: 'passport' }, '')).toEqual({ idKind: 'passport' })
})

test('other names that another account changed are shown in words', () => {
  const names = JSON.stringify([{ kind: 'stage', name: 'さくら', from: null, until: null }])
  const { changes, values } = mergeConcurrentChanges(before, before, { ...before, otherNames: names })
  expect(changes).toEqual([
    { field: 'otherNames', before: 'なし', current: '芸名：さくら', typed: undefined },
  ])
  expect(values.otherNames).toBe(names)
})

test('the request body has the reason of the change', () => {
  expect(changesOf(before, { ...before, lastName: '山本' }, ' 婚姻 ')).toEqual({
    lastName: '山本',
    reason: '婚姻',
  })
})

const record = { everDecided: false, everVerified: false }
const state = { performer: record, isAdmin: false, backStored: false, before, values: before }

test('decisions lock fields for the owner, never for an admin', () => {
  expect(editRules(state)).toMatchObject({ locked: [], lockedText: undefined })
  const decided = { ...state, performer: { everDecided: true, everVerified: false } }
  expect(editRules(decided).locked).toEqual(['idKind', 'external_id'])
  const verified = { ...state, performer: { everDecided: true, everVerified: true } }
  expect(editRules(verified).locked).toEqual([
    'lastName',
    'firstName',
    'lastNameRoman',
    'firstNameRoman',
    'date_of_birth',
    'idKind',
    'external_id',
  ])
  expect(editRules({ ...verified, isAdmin: true })).toMatchObject({ locked: [], lockedText: undefined })
})

test('the notice names every locked field, the four names as 氏名', () => {
  for (const everVerified of [false, true]) {
    const { locked, lockedText } = editRules({ ...state, performer: { everDecided: true, everVerified } })
    for (const field of locked) {
      const { kind, label } = fieldRules[field]
      expect(lockedText).toContain(kind === 'name' ? '氏名' : label)
    }
  }
})

test('after an approval, an admin must give a reason for changing the name or birth date, but not other details', () => {
  const admin = { ...state, isAdmin: true, performer: { everDecided: true, everVerified: true } }
  const reasonFor = (values: object) => editRules({ ...admin, values: { ...before, ...values } }).reasonFor
  expect(reasonFor({ date_of_birth: '1998-04-02' })).toContain('生年月日を変更する理由')
  expect(reasonFor({ firstNameRoman: 'HANA' })).toBeDefined()
  expect(reasonFor({ email: '', nationality: '日本', idKind: 'passport' })).toBeUndefined()
})

test('only an admin can choose the My Number card while a back is stored, and must give a reason', () => {
  const values = { ...before, idKind: 'my_number_card' }
  expect(editRules({ ...state, values })).toMatchObject({ blocked: undefined, reasonFor: undefined })
  const closing = { ...state, backStored: true, values }
  expect(editRules(closing).blocked).toContain('身分証明書裏面が登録されている')
  const admin = editRules({ ...closing, isAdmin: true })
  expect(admin.blocked).toBeUndefined()
  expect(admin.reasonFor).toContain('完全に削除され')
})

test('concurrent changes are merged, except in edited fields', () => {
  const typed = { ...before, lastName: '山本', email: 'mine@example.com' }
  const current = { ...before, lastName: '山川', idKind: 'passport', email: 'hanako@example.com' }
  const { values, changes } = mergeConcurrentChanges(before, typed, current)
  expect(values).toEqual({ ...typed, idKind: 'passport' })
  expect(changes).toEqual([
    { field: 'lastName', before: '山田', current: '山川', typed: '山本' },
    { field: 'idKind', before: 'なし', current: 'パスポート', typed: undefined },
  ])
})
