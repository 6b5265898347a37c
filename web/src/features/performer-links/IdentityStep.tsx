import { dayInJapan, isDay } from '@kyc/contract/dates.ts'
import { birthDateFault, earliestBirth } from '@kyc/contract/document-rules.ts'
import { limits } from '@kyc/contract/limits.ts'
import { stateIdentity } from '@kyc/contract/performer-links.ts'
import { TextInput } from '@mantine/core'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { Alert } from '../../ui/Alert.tsx'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { focusFault } from '../../ui/focus-fault.ts'
import { StepCard } from './frame/Step.tsx'
import { useLinkCall } from './frame/use-link-call.ts'
import { SubmissionStep } from './SubmissionStep.tsx'
import type { StepCalls } from './step-calls.ts'
import { useTexts } from './use-texts.ts'

/** Step 3: name and date of birth, typed because the page shows nothing of the record. */
export function IdentityStep({
  session,
  onSession,
  onError,
  onBack,
}: StepCalls & { onBack: (() => void) | undefined }) {
  const texts = useTexts()
  const [name, setName] = useState('')
  const [dateOfBirth, setDateOfBirth] = useState('')
  const [tries, setTries] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  const statement = useLinkCall(
    () => call(stateIdentity, { params: { id: session.id }, body: { name: name.trim(), dateOfBirth } }),
    onSession,
    onError,
  )
  const today = dayInJapan(new Date())
  const hasName = name.trim() !== ''
  const isBirthDate = isDay(dateOfBirth) && birthDateFault(dateOfBirth, today) === undefined
  useEffect(() => {
    if (tries > 0) focusFault(form.current)
  }, [tries])
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (hasName && isBirthDate) statement.run(undefined)
    else setTries(tries + 1)
  }
  return (
    <SubmissionStep step="identity" title={texts.identityTitle} onBack={onBack}>
      <p>{texts.identityLead}</p>
      <form ref={form} onSubmit={submit} noValidate>
        <StepCard>
          <TextInput
            label={texts.name}
            description={texts.nameHint}
            autoComplete="name"
            maxLength={limits.fullNameChars}
            value={name}
            error={tries > 0 && !hasName && texts.nameMissing}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <TextInput
            type="date"
            label={texts.dateOfBirth}
            autoComplete="bday"
            min={earliestBirth}
            max={today}
            value={dateOfBirth}
            error={tries > 0 && !isBirthDate && texts.dateOfBirthMissing}
            onChange={({ currentTarget }) => setDateOfBirth(currentTarget.value)}
          />
          {statement.error && <Alert title={statement.error} />}
          <BusyButton type="submit" fullWidth busy={statement.busy}>
            {texts.next}
          </BusyButton>
        </StepCard>
      </form>
    </SubmissionStep>
  )
}
