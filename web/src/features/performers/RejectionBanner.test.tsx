import type { DocumentType } from '@kyc/contract/document-vocabulary.ts'
import type { PerformerDocument } from '@kyc/contract/documents.ts'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../../testing/render.tsx'
import { ClosedCaseContext } from '../documents/closed-case.ts'
import type { DocumentOpen } from '../documents/document-open.ts'
import { ClosedNotice } from './ClosedNotice.tsx'
import { RejectionBanner } from './RejectionBanner.tsx'

const rejection = {
  codes: ['glare'],
  message: '撮り直してください。',
  at: '2026-11-20T00:00:00.000Z',
  by: '管理者',
}
/** A document with the fields that the banner reads. */
const doc = (type: DocumentType, status: PerformerDocument['status']) =>
  ({ id: type, type, status, rejection: status === 'rejected' ? rejection : null }) as PerformerDocument
const documents = [
  doc('agreementFile', 'verified'),
  doc('idFront', 'rejected'),
  doc('idBack', 'pending'),
  doc('selfie', 'rejected'),
]

test('the banner lists each rejected document with its reason, and one button resubmits all of them', async () => {
  const onOpen = vi.fn<(open: DocumentOpen) => void>()
  await renderPage(<RejectionBanner documents={documents} onOpen={onOpen} />)
  const banner = within(screen.getByRole('region', { name: '差し戻し' }))
  banner.getByText('2件の書類が差し戻されました')
  banner.getByText('身分証明書表面：光の反射')
  banner.getByText('本人写真：光の反射')
  banner.getByText('承認済みの1件は再提出の必要がありません')
  await userEvent.click(banner.getByRole('button', { name: '再提出する' }))
  expect(onOpen).toHaveBeenCalledWith({ kind: 'submit', types: ['idFront', 'selfie'] })
})

test('a closed case accepts no resubmission, and the page states why and links to the contact form (D78)', async () => {
  await renderPage(
    <ClosedCaseContext value={true}>
      <ClosedNotice closure="resubmissions" />
      <RejectionBanner documents={documents} onOpen={() => {}} />
    </ClosedCaseContext>,
  )
  const button = screen.getByRole<HTMLButtonElement>('button', { name: '再提出する' })
  expect(button.disabled).toBe(true)
  const notice = document.getElementById(button.getAttribute('aria-describedby') ?? '')
  expect(notice?.textContent).toContain('再提出が9回に達しました。')
  expect(screen.getByRole('link', { name: 'お問い合わせ' }).getAttribute('href')).toBe('/contact')
})
