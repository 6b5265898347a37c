import { expect, test } from 'vitest'
import { emptyForm } from './registration-form.ts'
import { fieldFaults, registrationFields } from './registration-input.ts'

const values = { ...emptyForm.values, lastName: ' 山田 ', firstName: '花子', lastNameRoman: 'YAMADA' }

test('the request has trimmed names, and null for empty details', () => {
  expect(registrationFields({ ...values, idKind: 'passport', email: ' a@example.com ' })).toEqual({
    lastName: '山田',
    firstName: '花子',
    lastNameRoman: 'YAMADA',
    firstNameRoman: '',
    lastNameKana: null,
    firstNameKana: null,
    date_of_birth: null,
    nationality: null,
    email: 'a@example.com',
    external_id: null,
    idKind: 'passport',
    otherNames: null,
  })
})

test('an invalid e-mail address, date or name in kana is reported before sending', () => {
  expect(fieldFaults({ ...values, email: 'hanako', date_of_birth: '平成', lastNameKana: '山田' })).toEqual({
    lastNameKana: '姓（かな）はひらがなまたはカタカナで入力してください。',
    date_of_birth: '生年月日は正しい日付で入力してください。例：1998-04-02',
    email: '有効なメールアドレスを入力してください。',
  })
  expect(fieldFaults({ ...values, email: 'hanako@example.com', date_of_birth: '1998-04-02' })).toEqual({})
  expect(fieldFaults(values)).toEqual({})
})

test('a roman name in other characters is reported before sending', () => {
  expect(fieldFaults({ ...values, lastNameRoman: '試験', firstNameRoman: 'jiro123' })).toEqual({
    lastNameRoman: '姓（ローマ字）は半角の英字（空白・ハイフン・アポストロフィも可）で入力してください。',
    firstNameRoman: '名（ローマ字）は半角の英字（空白・ハイフン・アポストロフィも可）で入力してください。',
  })
})
