import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage } from '../../testing/render.tsx'
import { singleKeysOn } from '../../ui/single-keys.ts'
import { KeysSection } from './KeysSection.tsx'

test('shortcuts of one character can be switched off and on again', async () => {
  const user = userEvent.setup()
  await renderPage(<KeysSection />)
  const box = screen.getByRole('checkbox', { name: '1文字のキー操作を使う' })
  for (const on of [false, true]) {
    await user.click(box)
    expect(box).toHaveProperty('checked', on)
    expect(singleKeysOn()).toBe(on)
  }
})
