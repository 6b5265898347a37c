import type { PerformerField } from '@kyc/contract/performer-fields.ts'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderPage } from '../../testing/render.tsx'
import { NameFields } from './PerformerFields.tsx'
import { emptyForm, type PerformerValues } from './registration-form.ts'

function Form() {
  const [values, setValues] = useState<PerformerValues>(emptyForm.values)
  const onChange = (field: PerformerField, value: string) =>
    setValues((before) => ({ ...before, [field]: value }))
  return <NameFields values={values} errors={{}} onChange={onChange} />
}

const field = (label: string) => screen.getByRole<HTMLInputElement>('textbox', { name: label })

test('the kana follow the roman name until they are corrected', async () => {
  await renderPage(<Form />)
  await userEvent.type(field('姓（ローマ字）'), 'ONO')
  await userEvent.tab()
  await expect.poll(() => field('姓（かな）').value).toBe('おの')
  await userEvent.type(field('姓（ローマ字）'), 'DA')
  await userEvent.tab()
  await expect.poll(() => field('姓（かな）').value).toBe('おのだ')

  await userEvent.clear(field('姓（かな）'))
  await userEvent.type(field('姓（かな）'), 'おおの')
  await userEvent.type(field('姓（ローマ字）'), '{Backspace}{Backspace}')
  await userEvent.type(field('名（ローマ字）'), 'HANAKO')
  await userEvent.tab()
  await expect.poll(() => field('名（かな）').value).toBe('はなこ')
  expect(field('姓（かな）').value).toBe('おおの')
})

test('a roman name that is not Japanese leaves the kana empty', async () => {
  await renderPage(<Form />)
  await userEvent.type(field('姓（ローマ字）'), 'SMITH')
  await userEvent.type(field('名（ローマ字）'), 'KARINA')
  await userEvent.tab()
  await expect.poll(() => field('名（かな）').value).toBe('かりな')
  expect(field('姓（かな）').value).toBe('')
})
