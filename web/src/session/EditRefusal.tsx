import { IconLock } from '@tabler/icons-react'
import { createContext, type ReactNode, use } from 'react'
import { Alert } from '../ui/Alert.tsx'
import { useEditRefusal } from './use-organisations.ts'

const EditRefusalContext = createContext<string | undefined>(undefined)

/** The id of the sentence that describes every disabled button of the page. */
const refusalId = 'edit-refusal'

/** Disables the acts on records of the organisation inside it if the account may not change them, and shows why. */
export function EditRefusal({ organisation, children }: { organisation: string; children: ReactNode }) {
  const refusal = useEditRefusal(organisation)
  return (
    <EditRefusalContext value={refusal}>
      {refusal !== undefined && (
        <Alert tone="neutral" icon={IconLock} id={refusalId} mb={16}>
          {refusal}
        </Alert>
      )}
      {children}
    </EditRefusalContext>
  )
}

/** The props of a button that changes the record of the page. */
export function useRefused(): {
  readonly disabled: boolean
  readonly 'aria-describedby': string | undefined
} {
  const disabled = use(EditRefusalContext) !== undefined
  return { disabled, 'aria-describedby': disabled ? refusalId : undefined }
}
