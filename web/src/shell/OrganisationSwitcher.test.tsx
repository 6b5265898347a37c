import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { listOf } from '../session/use-switch-href.ts'
import { asMember, company, personal } from '../testing/members.ts'
import { history, renderPage } from '../testing/render.tsx'
import { OrganisationSwitcher } from './OrganisationSwitcher.tsx'

afterEach(() => history.replace('/'))

test('the menu names kind and role, marks the current organisation, and selects another by keyboard', async () => {
  await renderPage(<OrganisationSwitcher />, asMember([company, personal]))
  screen.getByRole('button', { name: '組織の切り替え（東都映像）' }).focus()
  // `act` renders the menu once its code has loaded.
  await act(() => userEvent.keyboard('{Enter}'))
  const current = await screen.findByRole('menuitem', { name: /東都映像.*制作会社・担当/ })
  expect(current.getAttribute('aria-current')).toBe('true')
  const other = screen.getByRole('menuitem', { name: /制作 花子.*個人・代表/ })
  expect(other.getAttribute('aria-current')).toBeNull()
  other.focus()
  await userEvent.keyboard('{Enter}')
  expect(history.location.href).toBe('/?organisation=u1')
  await screen.findByRole('button', { name: '組織の切り替え（制作 花子）' })
})

test('a switch of the organisation keeps the page of a list, and leaves the page of a record for its list', () => {
  for (const page of ['/', '/performers', '/performers/add', '/videos', '/audit-logs', '/organisation']) {
    expect(listOf(page)).toBe(page)
  }
  expect(listOf('/performers/p1')).toBe('/performers')
  expect(listOf('/videos/v1')).toBe('/videos')
  expect(listOf('/videos/v1/performers/add')).toBe('/videos')
})
