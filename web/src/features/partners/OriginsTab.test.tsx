import type { Partner } from '@kyc/contract/partners.ts'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage } from '../../testing/render.tsx'
import { Drafts, DraftsContext } from '../../ui/drafts.ts'
import { OriginsTab } from './OriginsTab.tsx'

const partner = {
  id: 'p1',
  version: 1,
  callbackOrigins: ['https://partner.example'],
  redirectOrigins: [],
  referrerOrigins: [],
} as unknown as Partner // the fields that the tab reads

test('the end of a session covers changed origins (D72)', async () => {
  const drafts = new Drafts()
  await renderPage(
    <DraftsContext value={drafts}>
      <OriginsTab partner={partner} />
    </DraftsContext>,
  )
  const field = screen.getAllByRole('textbox')[0]
  if (!field) throw new Error('no field')
  expect(drafts.any).toBe(false)
  await userEvent.type(field, '{Enter}https://other.example')
  expect(drafts.any).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: '元に戻す' }))
  expect(drafts.any).toBe(false)
})
