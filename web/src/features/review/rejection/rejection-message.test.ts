import { type RejectionCode, rejectionCodes } from '@kyc/contract/document-vocabulary.ts'
import { rejectionReasons } from '@kyc/contract/rejection-reasons.ts'
import { expect, test } from 'vitest'
import {
  emptyRejection,
  type RejectionDraft,
  rejectionGroups,
  rejectionMissing,
  toggleCode,
} from './rejection-message.ts'

const toggle = (draft: RejectionDraft, code: RejectionCode) => toggleCode(draft, code, rejectionReasons)

test('every reason code is in exactly one group', () => {
  const shown = rejectionGroups.flatMap((group): string[] => [...group.codes])
  expect(shown.toSorted()).toEqual([...rejectionCodes].toSorted())
})

test('choosing a code adds its sentence on a new line', () => {
  const draft = toggle(toggle(emptyRejection, 'glare'), 'cropped')
  expect(draft.codes).toEqual(['glare', 'cropped'])
  expect(draft.message).toBe(`${rejectionReasons.glare.message}\n${rejectionReasons.cropped.message}`)
})

test('taking back a code removes its sentence and keeps the others', () => {
  const both = toggle(toggle(emptyRejection, 'glare'), 'cropped')
  expect(toggle(both, 'glare')).toMatchObject({
    codes: ['cropped'],
    message: rejectionReasons.cropped.message,
  })
})

test('taking back a code keeps its sentence if it was edited', () => {
  const edited = {
    ...toggle(emptyRejection, 'glare'),
    message: '右下が光っています。撮り直してください。',
  }
  expect(toggle(edited, 'glare').message).toBe('右下が光っています。撮り直してください。')
})

test('choosing a code does not add a sentence that is already there', () => {
  const off = { ...emptyRejection, message: rejectionReasons.glare.message }
  expect(toggle(off, 'glare').message).toBe(rejectionReasons.glare.message)
})

test('sending requires a code and a message, and names the missing one', () => {
  expect(rejectionMissing(emptyRejection)).toBe('差し戻しの理由を選択してください。')
  const other = toggle(emptyRejection, 'other')
  expect(rejectionMissing(other)).toBe('登録者へのメッセージを入力してください。')
  expect(rejectionMissing({ ...other, message: '  \n ' })).toBe('登録者へのメッセージを入力してください。')
  expect(rejectionMissing({ ...other, message: 'ご確認ください。' })).toBeUndefined()
})
