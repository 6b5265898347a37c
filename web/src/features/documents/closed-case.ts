import { createContext, use } from 'react'
import { useRefused } from '../../session/EditRefusal.tsx'

/** Whether the case of the page is closed: it accepts neither files nor decisions (D78). */
export const ClosedCaseContext = createContext(false)

/** The id of the notice of a closed case, which describes every button that is disabled because of it. */
export const closedCaseId = 'closed-case'

/** The props of a button that submits a file or a decision. */
export function useSubmitRefused(): ReturnType<typeof useRefused> {
  const refused = useRefused()
  const closed = use(ClosedCaseContext)
  return closed ? { disabled: true, 'aria-describedby': closedCaseId } : refused
}
