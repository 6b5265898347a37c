import { expect, test } from 'vitest'
import { changesIdentity, changesOf, editRules } from './edit-changes.ts'
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

test('names and date of birth are the identity, the other details are not', () => {
  expect(changesIdentity(before, { ...before, date_of_birth: '1998-04-02' })).toBe(true)
  expect(changesIdentity(before, { ...before, firstNameRoman: 'HANA' })).toBe(true)
  expect(changesIdentity(before, { ...before, email: '', nationality: '日本', idKind: 'passport' })).toBe(
    false,
  )
})

test('after the first approval the registrar is locked out of the identity, and an admin gives a reason', () => {
  expect(editRules(false, false)).toEqual({ identityLocked: false, reasonNeeded: false })
  expect(editRules(false, true)).toEqual({ identityLocked: true, reasonNeeded: false })
  expect(editRules(true, true)).toEqual({ identityLocked: false, reasonNeeded: true })
})
