import type { PerformerDocument } from '@kyc/contract/documents.ts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { EditRefusal } from '../../../session/EditRefusal.tsx'
import { asMember, company } from '../../../testing/members.ts'
import { type RenderOptions, renderPage } from '../../../testing/render.tsx'
import { DocumentCard } from './DocumentCard.tsx'
import { EmptySlots } from './EmptySlots.tsx'

const rejected = {
  id: 'd1',
  performerId: 'p1',
  type: 'agreementFile',
  status: 'rejected',
  version: 2,
  filename: 'consent.pdf',
  mimeType: 'application/pdf',
  size: 1000,
  pages: null,
  uploaded_at: '2026-11-20T05:05:00Z',
  expiresOn: null,
  expiring: false,
  noExpiry: false,
  ownWork: false,
} as unknown as PerformerDocument // the fields that the card reads

async function show(options: RenderOptions) {
  await renderPage(
    <EditRefusal organisation={company.id}>
      <DocumentCard doc={rejected} dimensions={undefined} onView={() => {}} onOpen={() => {}} />
      <EmptySlots title="必須の書類" types={['idFront']} closed={[]} onAdd={() => {}} />
    </EditRefusal>,
    options,
  )
}

const changing = ['出演同意書を再提出', '出演同意書をダウンロード', '身分証明書表面：書類を追加']

test('a member with the role 閲覧 sees the documents; every act on them is disabled with the reason (D67)', async () => {
  await show(asMember([{ ...company, role: 'viewer' }]))
  const reason = screen.getByText(
    '閲覧の役割では、登録・編集・提出・削除・ダウンロード・エクスポートはできません。',
  )
  for (const name of changing) {
    const button = screen.getByRole<HTMLButtonElement>('button', { name })
    expect(button.disabled, name).toBe(true)
    const description = document.getElementById(button.getAttribute('aria-describedby') ?? '')
    expect(description?.contains(reason), name).toBe(true)
  }
  const view = screen.getByRole<HTMLButtonElement>('button', { name: '出演同意書を大きく表示' })
  expect(view.disabled).toBe(false)
})

test.each([
  ['a member with the role 担当', asMember([company])],
  ['an admin who is no member', asMember([], { role: 'admin' })],
])('%s may perform every act on the documents', async (_, options) => {
  await show(options)
  for (const name of changing) {
    expect(screen.getByRole<HTMLButtonElement>('button', { name }).disabled, name).toBe(false)
  }
  expect(screen.queryByText(/閲覧の役割では/)).toBeNull()
})
