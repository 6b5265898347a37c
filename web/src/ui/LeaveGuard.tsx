import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { dialogTexts } from './dialog-texts.ts'
import { useDraft } from './drafts.ts'
import type { FormState } from './use-form-call.ts'

export interface LeaveGuardProps {
  title: string
  cancel: string
  children: ReactNode
  /** Called before each navigation. */
  losesWork: () => boolean
  /** Navigations within the page, such as paging, keep the work. */
  paging?: boolean
  onLeave?: () => void
}

/** `LeaveGuard` for a page with one form: its input is the work. */
export function FormGuard({ form }: { form: Pick<FormState, 'unsaved' | 'busy'> }) {
  // Also while the form is sent: its call may be the first one after the end of the session.
  useDraft(form.unsaved)
  return (
    <LeaveGuard
      title={dialogTexts.discardTitle}
      cancel={dialogTexts.keep}
      losesWork={() => form.unsaved && !form.busy}
    >
      ページを移動すると、入力した内容は失われます。
    </LeaveGuard>
  )
}

/** Requires confirmation before leaving the page with unsaved work or closing the window. */
export function LeaveGuard({ title, cancel, children, losesWork, paging = false, onLeave }: LeaveGuardProps) {
  const { history } = useRouter()
  const [leave, setLeave] = useState<(() => void) | null>(null)
  const blocks = useEffectEvent(losesWork)
  useEffect(() => {
    let confirmed = false
    return history.block({
      enableBeforeUnload: () => blocks(),
      // Refuses the navigation and repeats it after the confirmation. A navigation that waits for the reply
      // would continue above the history entry of the dialog.
      blockerFn: ({ action, currentLocation: from, nextLocation: to }) => {
        if (confirmed || (paging && from.pathname === to.pathname) || !blocks()) return false
        const repeat = () => {
          confirmed = true
          if (action === 'PUSH') history.push(to.href, to.state)
          else if (action === 'REPLACE') history.replace(to.href, to.state)
          else history.go(to.state.__TSR_index - history.location.state.__TSR_index)
        }
        const ask = () => setLeave(() => repeat)
        // The dialog adds an entry, so it opens once the history is back at this page.
        if (action === 'PUSH' || action === 'REPLACE') setTimeout(ask, 0)
        else window.addEventListener('popstate', ask, { once: true })
        return true
      },
    })
  }, [history, paging])
  if (!leave) return null
  return (
    <ConfirmDialog
      title={title}
      confirm="破棄して移動"
      cancel={cancel}
      danger
      onClose={() => setLeave(null)}
      onConfirm={() => {
        setLeave(null)
        onLeave?.()
        leave()
      }}
    >
      {children}
    </ConfirmDialog>
  )
}
