import { createContext, use } from 'react'
import { useRefused } from '../../session/EditRefusal.tsx'

/** Whether the case of the page is closed: it accepts neither files nor decisions (D78). */
export const ClosedCaseContext = createContext(false)

/** The id of the notice that describes every button that it disables. */
export const closedCaseId = 'closed-case'

/** For a button that submits a file or decides. */
export function useSubmitRefused(): ReturnType<typeof useRefused> {
  const refused = useRefused()
  const closed = use(ClosedCaseContext)
  return closed ? { disabled: true, 'aria-describedby': closedCaseId } : refused
}
