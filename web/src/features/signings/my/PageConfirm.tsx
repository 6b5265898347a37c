import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { Alert } from '../../../ui/Alert.tsx'
import { BusyButton } from '../../../ui/BusyButton.tsx'
import { Dialog, DialogCancel } from '../../../ui/Dialog.tsx'
import { useTexts } from './use-texts.ts'

interface PageConfirmProps {
  title: string
  confirm: string
  busy: boolean
  error: string | null
  onConfirm: () => void
  onClose: () => void
  children: ReactNode
}

/** Asks once before an act that cannot be undone, in the language of the page. */
export function PageConfirm({ title, confirm, busy, error, onConfirm, onClose, children }: PageConfirmProps) {
  const texts = useTexts()
  return (
    <Dialog
      title={title}
      texts={texts.dialog}
      onClose={onClose}
      busy={busy}
      question
      footer={
        <>
          <DialogCancel autoFocus>{texts.cancel}</DialogCancel>
          <BusyButton size="md" color="red" busy={busy} onClick={onConfirm}>
            {confirm}
          </BusyButton>
        </>
      }
    >
      <Stack gap="sm">{children}</Stack>
      {error && <Alert mt={16} title={error} />}
    </Dialog>
  )
}
