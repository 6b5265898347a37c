import { MantineProvider } from '@mantine/core'
import { onlineManager } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { OfflineNotice } from './OfflineNotice.tsx'

afterEach(cleanup)

test('the frame announces that the browser is offline until the connection is back', () => {
  render(<OfflineNotice />, { wrapper: MantineProvider })
  expect(screen.getByRole('status').textContent).toBe('')
  act(() => onlineManager.setOnline(false))
  expect(screen.getByRole('status').textContent).toBe('オフラインです。接続が戻ると自動で更新します。')
  act(() => onlineManager.setOnline(true))
  expect(screen.getByRole('status').textContent).toBe('')
})
