import { expect, test } from 'vitest'
import {
  emptyForm,
  hasWork,
  type RegistrationAct,
  type RegistrationForm,
  readyFiles,
  registrationReducer,
} from './registration-form.ts'
import {
  isPreparing,
  missingFields,
  missingFilesMessage,
  missingNamesMessage,
  requiredCount,
  requiredItems,
} from './required-items.ts'

const file = (name: string) => new File(['x'], name)
const ready = (name: string) => ({ kind: 'ready', file: file(name), notice: undefined }) as const
const after = (acts: RegistrationAct[], form: RegistrationForm = emptyForm) =>
  acts.reduce(registrationReducer, form)

const names: RegistrationAct[] = [
  { kind: 'field', field: 'lastName', value: '山田' },
  { kind: 'field', field: 'firstName', value: '花子' },
  { kind: 'field', field: 'lastNameRoman', value: 'YAMADA' },
  { kind: 'field', field: 'firstNameRoman', value: 'HANAKO' },
]
const files: RegistrationAct[] = [
  { kind: 'slot', slot: 'agreementFile', state: ready('同意書.pdf') },
  { kind: 'slot', slot: 'idFront', state: ready('front.jpg') },
  { kind: 'slot', slot: 'selfie', state: ready('me.jpg') },
]

test('four names and three files are required, and nothing else', () => {
  expect(missingFields(emptyForm).map(({ label }) => label)).toEqual([
    '姓',
    '名',
    '姓（ローマ字）',
    '名（ローマ字）',
    '出演同意書',
    '身分証明書表面',
    '本人写真',
  ])
  expect(missingFields(emptyForm)).toHaveLength(requiredCount)
  expect(missingFields(after([...names, ...files]))).toEqual([])
  expect(missingNamesMessage(after(names))).toBeUndefined()
  expect(missingFilesMessage(after(files))).toBeUndefined()
})

test('names of spaces alone are missing, and the texts of the specification say what is', () => {
  const spaces = after([...names, { kind: 'field', field: 'firstName', value: '　' }])
  expect(missingNamesMessage(spaces)).toBe('すべての名前フィールドを入力してください。')
  expect(missingFilesMessage(after(names))).toBe(
    '必須ファイル（出演同意書、身分証明書表面、本人写真）がアップロードされていません。',
  )
})

test('the list of required items says what each one waits for and where to jump', () => {
  const form = after([
    ...names.slice(0, 3),
    { kind: 'slot', slot: 'idFront', state: { kind: 'preparing', name: 'IMG.jpg', share: 0.4 } },
    { kind: 'slot', slot: 'selfie', state: { kind: 'invalid', message: '…' } },
  ])
  expect(requiredItems(form)).toEqual([
    { label: '氏名（4項目）', done: false, note: '名（ローマ字）が未入力', target: 'firstNameRoman' },
    { label: '出演同意書', done: false, note: '未選択', target: 'agreementFile' },
    { label: '身分証明書表面', done: false, note: '縮小中…', target: 'idFront' },
    { label: '本人写真', done: false, note: '選び直してください', target: 'selfie' },
  ])
  expect(isPreparing(form)).toBe(true)
})

test('every change of a field or file makes a new idempotency revision; progress and errors do not', () => {
  const typed = after([{ kind: 'field', field: 'lastName', value: '山' }])
  const chosen = after([{ kind: 'slot', slot: 'selfie', state: ready('me.jpg') }], typed)
  const removed = after([{ kind: 'slot', slot: 'selfie', state: { kind: 'empty' } }], chosen)
  expect([typed.revision, chosen.revision, removed.revision]).toEqual([1, 2, 3])
  const told = after(
    [
      { kind: 'progress', slot: 'selfie', share: 0.5 },
      { kind: 'errors', errors: { email: '…' } },
    ],
    removed,
  )
  expect(told.revision).toBe(3)
})

test('an error goes when its own field changes, and stays when another does', () => {
  const failed = after([{ kind: 'errors', errors: { email: '重複', selfie: '形式' } }])
  expect(after([{ kind: 'field', field: 'email', value: 'a@example.com' }], failed).errors).toEqual({
    selfie: '形式',
  })
  expect(after([{ kind: 'slot', slot: 'selfie', state: { kind: 'empty' } }], failed).errors).toEqual({
    email: '重複',
  })
})

test('a マイナンバーカード closes the slot of its back and drops a file that stood there', () => {
  const form = after([
    { kind: 'slot', slot: 'idBack', state: ready('back.jpg') },
    { kind: 'field', field: 'idKind', value: 'my_number_card' },
  ])
  expect(form.slots.idBack).toEqual({ kind: 'empty' })
})

test('files are sent in the order of the form, whatever the order of choosing', () => {
  const form = after(files.toReversed())
  expect(readyFiles(form).map(({ slot }) => slot)).toEqual(['agreementFile', 'idFront', 'selfie'])
})

test('leaving asks only when something would be lost', () => {
  expect(hasWork(emptyForm)).toBe(false)
  expect(hasWork(after([{ kind: 'slot', slot: 'selfie', state: { kind: 'invalid', message: '…' } }]))).toBe(
    false,
  )
  expect(hasWork(after([{ kind: 'field', field: 'nationality', value: '日本' }]))).toBe(true)
  expect(hasWork(after([{ kind: 'slot', slot: 'selfie', state: ready('me.jpg') }]))).toBe(true)
})
