import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'

export interface LeaveGuardProps {
  /** Asked at the moment of leaving. */
  losesWork: () => boolean
  onLeave: () => void
}

/** Leaving with unsaved work asks first, also when the window is closed. */
export function LeaveGuard({ losesWork, onLeave }: LeaveGuardProps) {
  const blocker = useBlocker({ shouldBlockFn: losesWork, enableBeforeUnload: losesWork, withResolver: true })
  useEffect(() => {
    // A file that misses its slot would be opened in place of the page.
    const keep = (event: DragEvent) => event.preventDefault()
    window.addEventListener('dragover', keep)
    window.addEventListener('drop', keep)
    return () => {
      window.removeEventListener('dragover', keep)
      window.removeEventListener('drop', keep)
    }
  }, [])
  return (
    <ConfirmDialog
      opened={blocker.status === 'blocked'}
      title="入力内容の破棄"
      confirm="破棄して移動"
      cancel="入力に戻る"
      danger
      onClose={() => blocker.reset?.()}
      onConfirm={() => {
        onLeave()
        blocker.proceed?.()
      }}
    >
      このページを離れると、入力した内容と選択した書類は失われます。
    </ConfirmDialog>
  )
}
