import { nameFields } from '@kyc/contract/performer-fields.ts'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../../testing/render.tsx'
import type { SlotState } from '../documents/slots/slot-state.ts'
import { RegistrationBar } from './RegistrationBar.tsx'
import { emptyForm, type RegistrationForm } from './registration-form.ts'

const names = Object.fromEntries(nameFields.map((field) => [field, '見本']))
const named: RegistrationForm = { ...emptyForm, values: { ...emptyForm.values, ...names } }
const ready: SlotState = { kind: 'ready' } as SlotState // the bar reads the kind only

async function show(form: RegistrationForm) {
  const onSaveDraft = vi.fn()
  const registration = { sending: undefined, error: null, stopped: false, stop: () => {} }
  await renderPage(
    <RegistrationBar form={form} registration={registration} onSaveDraft={onSaveDraft} onCancel={() => {}} />,
  )
  const draft = screen.queryByRole('button', { name: '書類はあとで提出（下書き保存）' })
  return { draft, onSaveDraft, submit: screen.getByRole<HTMLButtonElement>('button', { name: '登録' }) }
}

test('a form with all names that lacks required documents can be saved as a draft (D80)', async () => {
  const { onSaveDraft, submit } = await show({ ...named, slots: { ...named.slots, selfie: ready } })
  expect(submit.disabled).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: /下書き保存/ }))
  expect(onSaveDraft).toHaveBeenCalledOnce()
})

test.each([
  ['without names', emptyForm],
  ['with every required document', withSlots({ agreementFile: ready, idFront: ready, selfie: ready })],
  ['with a refused file', withSlots({ idBack: { kind: 'refused' } as SlotState })],
  ['while a file is being shrunk', withSlots({ idFront: { kind: 'preparing' } as SlotState })],
])('the form cannot be saved as a draft %s', async (_, form) => {
  expect((await show(form)).draft).toBeNull()
})

function withSlots(slots: Partial<RegistrationForm['slots']>): RegistrationForm {
  return { ...named, slots: { ...named.slots, ...slots } }
}
