import { type IdKind, idKinds } from '@kyc/contract/document-vocabulary.ts'
import { chooseIdKind } from '@kyc/contract/performer-links.ts'
import { useId, useState } from 'react'
import { call } from '../../api/call.ts'
import { Alert } from '../../ui/Alert.tsx'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { Choices } from '../../ui/Choices.tsx'
import { IconChevronDown } from '../../ui/icons.ts'
import classes from './IdKindStep.module.css'
import shared from './Step.module.css'
import { Step } from './Step.tsx'
import { type StepCalls, useLinkCall } from './use-link-call.ts'
import { useTexts } from './use-texts.ts'

/** Step 3: the kind of ID, from which the documents follow (D14). */
export function IdKindStep({
  session,
  onSession,
  onError,
  onBack,
}: StepCalls & { onBack: (() => void) | undefined }) {
  const texts = useTexts()
  const id = useId()
  const [kind, setKind] = useState<IdKind | null>(session.idKind)
  const [missing, setMissing] = useState(false)
  const choice = useLinkCall(
    (idKind: IdKind) => call(chooseIdKind, { params: { id: session.id }, body: { idKind } }),
    onSession,
    onError,
  )
  return (
    <Step step="idKind" title={texts.idKindTitle} onBack={onBack}>
      <p>{texts.idKindLead}</p>
      <Choices
        legend={texts.idKindTitle}
        legendHidden
        options={idKinds.map((value) => ({ value, label: texts.idKinds[value] }))}
        value={kind}
        onChange={setKind}
        describedBy={id}
      />
      <div id={id} role="alert" className={classes.missing}>
        {missing && kind === null && texts.idKindMissing}
      </div>
      {choice.error && <Alert title={choice.error} />}
      <BusyButton
        fullWidth
        busy={choice.busy}
        onClick={() => (kind === null ? setMissing(true) : choice.run(kind))}
      >
        {texts.next}
      </BusyButton>
      <details className={classes.refused}>
        <summary>
          {texts.refusedHead}
          <IconChevronDown size={18} aria-hidden />
        </summary>
        <ul className={shared.list}>
          {texts.refusedKinds.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
      </details>
    </Step>
  )
}
