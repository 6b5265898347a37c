import { use, useEffect, useEffectEvent } from 'react'
import { DialogsContext } from './dialog-entries.tsx'

/**
 * Calls `onClose` on browser back and on Esc while `open`, if no dialog was opened later. `onClose` need not
 * close. A Modal of Mantine that uses this hook needs `closeOnEscape={false}`.
 */
export function useBackToClose(open: boolean, onClose: () => void): void {
  const dialogs = use(DialogsContext)
  if (!dialogs) throw new Error('useBackToClose needs DialogEntries of main.tsx')
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (open) return dialogs.add(() => close())
  }, [open, dialogs])
}
