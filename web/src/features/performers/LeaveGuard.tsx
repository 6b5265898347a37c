import { useBlocker } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'

const ConfirmDialog = lazy(async () => ({
  default: (await import('../../ui/ConfirmDialog.tsx')).ConfirmDialog,
}))

export interface LeaveGuardProps {
  /** Called on leaving. */
  losesWork: () => boolean
  onLeave: () => void
}

/** Requires confirmation before leaving with unsaved work or closing the window. */
export function LeaveGuard({ losesWork, onLeave }: LeaveGuardProps) {
  const blocker = useBlocker({ shouldBlockFn: losesWork, enableBeforeUnload: losesWork, withResolver: true })
  useEffect(() => {
    // The browser would open a file dropped outside a slot in place of the page.
    const preventOpening = (event: DragEvent) => event.preventDefault()
    window.addEventListener('dragover', preventOpening)
    window.addEventListener('drop', preventOpening)
    return () => {
      window.removeEventListener('dragover', preventOpening)
      window.removeEventListener('drop', preventOpening)
    }
  }, [])
  if (blocker.status !== 'blocked') return null
  return (
    <Suspense>
      <ConfirmDialog
        opened
        title="入力内容の破棄"
        confirm="破棄して移動"
        cancel="入力に戻る"
        danger
        onClose={blocker.reset}
        onConfirm={() => {
          onLeave()
          blocker.proceed()
        }}
      >
        このページを離れると、入力した内容と選択した書類は失われます。
      </ConfirmDialog>
    </Suspense>
  )
}
