import { expect, test } from 'vitest'
import {
  emptyForm,
  hasWork,
  type RegistrationAction,
  type RegistrationForm,
  readyFiles,
  registrationReducer,
} from './registration-form.ts'
import {
  errorCount,
  firstFaulty,
  isPreparing,
  missingFields,
  missingFilesMessage,
  missingNamesMessage,
  requiredCount,
  requiredItems,
} from './required-items.ts'

const file = (name: string) => new File(['x'], name)
const refused = { kind: 'refused', name: 'me.jpg', fault: { message: '…' } } as const
const ready = (name: string) => ({ kind: 'ready', file: file(name) }) as const
const after = (actions: RegistrationAction[], form: RegistrationForm = emptyForm) =>
  actions.reduce(registrationReducer, form)

const names: RegistrationAction[] = [
  { kind: 'field', field: 'lastName', value: '山田' },
  { kind: 'field', field: 'firstName', value: '花子' },
  { kind: 'field', field: 'lastNameRoman', value: 'YAMADA' },
  { kind: 'field', field: 'firstNameRoman', value: 'HANAKO' },
]
const files: RegistrationAction[] = [
  { kind: 'slot', slot: 'agreementFile', state: ready('同意書.pdf') },
  { kind: 'slot', slot: 'idFront', state: ready('front.jpg') },
  { kind: 'slot', slot: 'selfie', state: ready('me.jpg') },
]

test('only the four names and three files are required', () => {
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

test('a name of spaces counts as missing, and the messages about missing items are those of the specification', () => {
  const spaces = after([...names, { kind: 'field', field: 'firstName', value: '　' }])
  expect(missingNamesMessage(spaces)).toBe('すべての名前フィールドを入力してください。')
  expect(missingFilesMessage(after(names))).toBe(
    '必須ファイル（出演同意書、身分証明書表面、本人写真）がアップロードされていません。',
  )
})

test('each missing required item has a note and a jump target', () => {
  const form = after([
    ...names.slice(0, 3),
    { kind: 'slot', slot: 'idFront', state: { kind: 'preparing', name: 'IMG.jpg', share: 0.4 } },
    { kind: 'slot', slot: 'selfie', state: refused },
  ])
  expect(requiredItems(form)).toEqual([
    { label: '氏名（4項目）', done: false, note: '名（ローマ字）が未入力', target: 'firstNameRoman' },
    { label: '出演同意書', done: false, note: '未選択', target: 'agreementFile' },
    { label: '身分証明書表面', done: false, note: '縮小中…', target: 'idFront' },
    { label: '本人写真', done: false, note: '選び直してください', target: 'selfie' },
  ])
  expect(isPreparing(form)).toBe(true)
})

test('a change of a field or file increments the revision; progress and errors do not', () => {
  const typed = after([{ kind: 'field', field: 'lastName', value: '山' }])
  const chosen = after([{ kind: 'slot', slot: 'selfie', state: ready('me.jpg') }], typed)
  const removed = after([{ kind: 'slot', slot: 'selfie', state: { kind: 'empty' } }], chosen)
  expect([typed.revision, chosen.revision, removed.revision]).toEqual([1, 2, 3])
  const reported = after(
    [
      { kind: 'update', slot: 'selfie', update: { hints: ['dark'] } },
      { kind: 'failures', failures: [{ field: 'email', message: '…' }] },
    ],
    removed,
  )
  expect(reported.revision).toBe(3)
})

test('an error is cleared only by a change of its field', () => {
  const failures = [
    { field: 'email', message: '形式' },
    { field: 'external_id', message: '重複' },
  ]
  const failed = after([{ kind: 'failures', failures }])
  expect(after([{ kind: 'field', field: 'email', value: 'a@example.com' }], failed).errors).toEqual({
    external_id: '重複',
  })
})

test('a file refused by the server keeps its name, is missing again, and has to be selected again', () => {
  const message = '本人写真：サポートされていないファイル形式です（JPG, PNGのみ使用可能）'
  const complete = after([...names, ...files, { kind: 'slot', slot: 'idBack', state: ready('back.jpg') }])
  const failed = after(
    [
      {
        kind: 'failures',
        failures: [
          { field: 'external_id', message: '重複' },
          { field: 'selfie', message, cause: 'empty' },
          { field: 'idBack', message: '…', cause: 'damaged' },
        ],
      },
    ],
    complete,
  )
  expect(failed.slots.selfie).toEqual({
    kind: 'refused',
    name: 'me.jpg',
    fault: { message, cause: '中身が空です。' },
  })
  // A refused file of an optional slot (idBack) prevents sending too.
  expect(missingFields(failed).map(({ target }) => target)).toEqual(['selfie', 'idBack'])
  expect(requiredItems(failed).at(-1)).toMatchObject({ note: '選び直してください' })
  expect(errorCount(failed)).toBe(3)
  expect(readyFiles(failed).map(({ slot }) => slot)).toEqual(['agreementFile', 'idFront'])
  const corrected = after(
    [
      { kind: 'field', field: 'external_id', value: 'other' },
      { kind: 'slot', slot: 'selfie', state: ready('other.jpg') },
      { kind: 'slot', slot: 'idBack', state: { kind: 'empty' } },
    ],
    failed,
  )
  expect([missingFields(corrected), errorCount(corrected)]).toEqual([[], 0])
})

test('the first error is the uppermost one of the form', () => {
  expect(firstFaulty([{ field: 'email' }, { field: 'selfie' }, { field: 'idFront' }])).toBe('idFront')
  expect(firstFaulty([{ field: 'agreementFile' }, { field: 'idKind' }])).toBe('idKind')
  expect(firstFaulty([{ field: 'external_id' }, { field: 'firstNameRoman' }])).toBe('firstNameRoman')
  expect(firstFaulty([{ field: 'unknown' }])).toBeUndefined()
})

test.each(['my_number_card', 'passport'])(
  'the kind %s closes the slot of the back and removes its file',
  (value) => {
    const form = after([
      { kind: 'slot', slot: 'idBack', state: ready('back.jpg') },
      { kind: 'field', field: 'idKind', value },
    ])
    expect(form.slots.idBack).toEqual({ kind: 'empty' })
  },
)

test('files are sent in the order of the form', () => {
  const form = after(files.toReversed())
  expect(readyFiles(form).map(({ slot }) => slot)).toEqual(['agreementFile', 'idFront', 'selfie'])
})

test('leaving requires confirmation only with unsaved work', () => {
  expect(hasWork(emptyForm)).toBe(false)
  expect(hasWork(after([{ kind: 'slot', slot: 'selfie', state: refused }]))).toBe(false)
  expect(hasWork(after([{ kind: 'field', field: 'nationality', value: '日本' }]))).toBe(true)
  expect(hasWork(after([{ kind: 'slot', slot: 'selfie', state: ready('me.jpg') }]))).toBe(true)
})
