import { useCallback, useEffect, useState } from 'react'
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from './icons.ts'
import { CloseButton } from './mantine/CloseButton.ts'
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
      if (toast.tone !== 'bad') setTimeout(() => close(id), toastDuration)
    })
  }, [close])
  return (
    <div className={classes.place} role="status" aria-live="polite">
      {shown.map((toast) => (
        <div key={toast.id} className={classes.toast} data-tone={toast.tone}>
          <ToneIcon tone={toast.tone} />
          <span>{toast.message}</span>
          <CloseButton aria-label="閉じる" onClick={() => close(toast.id)} />
        </div>
      ))}
    </div>
  )
}

function ToneIcon({ tone }: { tone: ToastTone }) {
  const Icon = icons[tone]
  return <Icon size={20} aria-hidden />
}
