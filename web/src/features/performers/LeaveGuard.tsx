import { useEffect } from 'react'
import { LeaveGuard as Guard } from '../../ui/LeaveGuard.tsx'

export interface LeaveGuardProps {
  /** Called on leaving. */
  losesWork: () => boolean
  onLeave: () => void
}

/** Requires confirmation before leaving the registration with unsaved work. */
export function LeaveGuard(props: LeaveGuardProps) {
  useEffect(() => {
    // If a file is dropped outside a slot, the browser would open it in place of the page.
    const preventOpening = (event: DragEvent) => event.preventDefault()
    window.addEventListener('dragover', preventOpening)
    window.addEventListener('drop', preventOpening)
    return () => {
      window.removeEventListener('dragover', preventOpening)
      window.removeEventListener('drop', preventOpening)
    }
  }, [])
  return (
    <Guard title="入力内容の破棄" cancel="入力に戻る" {...props}>
      このページを離れると、入力した内容と選択した書類は失われます。
    </Guard>
  )
}
