import type { PerformerField } from '@kyc/contract/performer-fields.ts'
import { fireEvent, screen } from '@testing-library/react'
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

function type(label: string, value: string) {
  fireEvent.change(field(label), { target: { value } })
  fireEvent.blur(field(label))
}

test('the kana follow the roman name until they are corrected', async () => {
  await renderPage(<Form />)
  type('姓（ローマ字）', 'ONO')
  await expect.poll(() => field('姓（かな）').value).toBe('おの')
  type('姓（ローマ字）', 'ONODA')
  await expect.poll(() => field('姓（かな）').value).toBe('おのだ')

  type('姓（かな）', 'おおの')
  type('姓（ローマ字）', 'OHNO')
  type('名（ローマ字）', 'HANAKO')
  await expect.poll(() => field('名（かな）').value).toBe('はなこ')
  expect(field('姓（かな）').value).toBe('おおの')
})

test('a roman name that is not Japanese leaves the kana empty', async () => {
  await renderPage(<Form />)
  type('姓（ローマ字）', 'SMITH')
  type('名（ローマ字）', 'KARINA')
  await expect.poll(() => field('名（かな）').value).toBe('かりな')
  expect(field('姓（かな）').value).toBe('')
})
