import { Button, CloseButton, Group, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { singleKeysOn } from './single-keys.ts'
import classes from './Toasts.module.css'
import { onToast, onToastAct, runToastAct, type Toast, type ToastAct, type ToastTone } from './toast.ts'
import { useKeys } from './use-key.ts'

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
      setShown((toasts) => [...toasts.filter(({ act }) => !act || !toast.act), { ...toast, id }])
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
  const { id, tone, message, act } = toast
  const lasts = act?.lasts ?? toastDuration
  useEffect(() => {
    if (tone === 'bad') return
    const timer = setTimeout(() => onClose(id), lasts)
    return () => clearTimeout(timer)
  }, [id, tone, lasts, onClose])
  return (
    <Group
      wrap="nowrap"
      gap="xs"
      maw={act ? 560 : 440}
      p="xs"
      pl="sm"
      className={classes.toast}
      data-tone={tone}
      data-act={act ? true : undefined}
    >
      <ToneIcon tone={tone} />
      <span>{message}</span>
      {act && <ActButton act={act} onClose={() => onClose(id)} />}
      <CloseButton aria-label="閉じる" onClick={() => onClose(id)} />
    </Group>
  )
}

/** Runs the act once, by the button or by its key. */
function ActButton({ act, onClose }: { act: ToastAct; onClose: () => void }) {
  const letter = act.letter.toUpperCase()
  const run = useEffectEvent(() => {
    onClose()
    act.run()
  })
  useEffect(() => onToastAct(() => run()), [])
  useKeys({ [act.letter]: runToastAct })
  return (
    <Button
      className={classes.act}
      variant="default"
      flex="none"
      aria-keyshortcuts={letter}
      onClick={runToastAct}
    >
      {act.label}
      {singleKeysOn() && (
        <Text span inherit visibleFrom="sm">
          （{letter}）
        </Text>
      )}
    </Button>
  )
}

function ToneIcon({ tone }: { tone: ToastTone }) {
  const Icon = icons[tone]
  return <Icon size={20} aria-hidden />
}
