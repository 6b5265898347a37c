import { CloseButton, Group } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import { useCallback, useEffect, useState } from 'react'
import classes from './Toasts.module.css'
import { onToast, type Toast, type ToastTone } from './toast.ts'

const icons = { ok: IconCircleCheck, bad: IconAlertTriangle, neutral: IconInfoCircle } as const
const toastDuration = 5000

type Shown = Toast & { readonly id: number }

/**
 * Renders the toasts, once per page. The live region exists before its first text, so that it is announced.
 */
export function Toasts() {
  const [shown, setShown] = useState<readonly Shown[]>([])
  const close = useCallback((id: number) => {
    setShown((toasts) => toasts.filter((toast) => toast.id !== id))
  }, [])
  useEffect(() => {
    let last = 0
    return onToast((toast) => {
      last += 1
      const id = last
      setShown((toasts) => [...toasts, { ...toast, id }])
    })
  }, [])
  return (
    // A status is atomic by default: each toast would be read with all that are still open.
    <div className={classes.place} role="status" aria-live="polite" aria-atomic={false}>
      {shown.map((toast) => (
        <ShownToast key={toast.id} toast={toast} onClose={close} />
      ))}
    </div>
  )
}

function ShownToast({ toast, onClose }: { toast: Shown; onClose: (id: number) => void }) {
  const { id, tone, message } = toast
  useEffect(() => {
    if (tone === 'bad') return
    const timer = setTimeout(() => onClose(id), toastDuration)
    return () => clearTimeout(timer)
  }, [id, tone, onClose])
  return (
    <Group wrap="nowrap" gap="xs" maw={440} p="xs" pl="sm" className={classes.toast} data-tone={tone}>
      <ToneIcon tone={tone} />
      <span>{message}</span>
      <CloseButton aria-label="閉じる" onClick={() => onClose(id)} />
    </Group>
  )
}

function ToneIcon({ tone }: { tone: ToastTone }) {
  const Icon = icons[tone]
  return <Icon size={20} aria-hidden />
}
