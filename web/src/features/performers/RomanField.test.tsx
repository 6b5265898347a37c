import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderPage } from '../../testing/render.tsx'
import { RomanField } from './RomanField.tsx'

function Field() {
  const [text, setText] = useState('')
  return (
    <RomanField
      fieldLabel="姓（ローマ字）"
      label="姓（ローマ字）"
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onText={setText}
    />
  )
}

test('a roman name becomes half-width capitals when its field is left, and other characters are an error', async () => {
  await renderPage(<Field />)
  const field = screen.getByLabelText<HTMLInputElement>('姓（ローマ字）')
  await userEvent.type(field, 'ｙｏ　ａ')
  expect(field.value).toBe('ｙｏ　ａ')
  await userEvent.tab()
  expect(field.value).toBe('YO A')
  expect(field.getAttribute('aria-invalid')).not.toBe('true')
  await userEvent.type(field, '1')
  expect(screen.queryByText(/半角の英字/)).toBeNull()
  await userEvent.tab()
  screen.getByText('姓（ローマ字）は半角の英字（空白・ハイフン・アポストロフィも可）で入力してください。')
  expect(field.getAttribute('aria-invalid')).toBe('true')
})
