import type { IdKind } from '@kyc/contract/document-vocabulary.ts'
import { idKindTexts } from '@kyc/contract/id-kind-texts.ts'
import { chooseIdKind } from '@kyc/contract/performer-links.ts'
import { use, useState } from 'react'
import { call } from '../../api/call.ts'
import { Alert } from '../../ui/Alert.tsx'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { IdKindChoice } from '../documents/slots/IdKindChoice.tsx'
import { LanguageContext } from './frame/language.ts'
import { useLinkCall } from './frame/use-link-call.ts'
import { SubmissionStep } from './SubmissionStep.tsx'
import type { StepCalls } from './step-calls.ts'
import { useTexts } from './use-texts.ts'

/** Step 4: the kind of ID, from which the documents follow (D14). */
export function IdKindStep({
  session,
  onSession,
  onError,
  onBack,
}: StepCalls & { onBack: (() => void) | undefined }) {
  const texts = useTexts()
  const language = use(LanguageContext)
  const [kind, setKind] = useState<IdKind | null>(session.idKind)
  const [missing, setMissing] = useState(false)
  const choice = useLinkCall(
    (idKind: IdKind) => call(chooseIdKind, { params: { id: session.id }, body: { idKind } }),
    onSession,
    onError,
  )
  return (
    <SubmissionStep step="idKind" title={texts.idKindTitle} onBack={onBack}>
      <IdKindChoice
        value={kind}
        onChange={setKind}
        readOnly={choice.busy}
        error={missing && kind === null ? texts.idKindMissing : undefined}
        texts={idKindTexts[language]}
      />
      {choice.error && <Alert title={choice.error} />}
      <BusyButton
        fullWidth
        busy={choice.busy}
        onClick={() => (kind === null ? setMissing(true) : choice.run(kind))}
      >
        {texts.next}
      </BusyButton>
    </SubmissionStep>
  )
}
