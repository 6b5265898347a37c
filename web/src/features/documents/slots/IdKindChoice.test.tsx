import { idKinds } from '@kyc/contract/document-vocabulary.ts'
import { idKindTextsJa } from '@kyc/contract/id-kind-texts-ja.ts'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../../../testing/render.tsx'
import { IdKindChoice } from './IdKindChoice.tsx'
import { SubmitDialog } from './SubmitDialog.tsx'

test('each kind of ID is shown with its sides, and each refused kind of document with the reason', async () => {
  const onChange = vi.fn<(kind: string) => void>()
  await renderPage(<IdKindChoice value="passport" onChange={onChange} />)
  expect(screen.getAllByRole('radio')).toHaveLength(idKinds.length)
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'パスポート 顔写真のページだけ' }).checked).toBe(
    true,
  )
  await userEvent.click(screen.getByRole('radio', { name: 'マイナンバーカード 表面だけ' }))
  expect(onChange).toHaveBeenCalledWith('my_number_card')
  for (const { label, reason } of Object.values(idKindTextsJa.refused)) {
    const [term] = screen.getAllByText(label)
    expect(term?.nextElementSibling?.textContent).toBe(reason)
  }
})

test('a resubmission asks for the kind of ID first, and closes the slot that this kind forbids', async () => {
  await renderPage(
    <SubmitDialog
      performerId="p1"
      slots={[{ type: 'idBack', current: undefined }]}
      idKind={null}
      onClose={() => {}}
    />,
  )
  await screen.findByLabelText('身分証明書裏面')
  await userEvent.click(screen.getByRole('radio', { name: /^マイナンバーカード/ }))
  expect(screen.queryByLabelText('身分証明書裏面')).toBeNull()
  screen.getByText(/^マイナンバーカードの裏面は受け付けられません。/)
})
