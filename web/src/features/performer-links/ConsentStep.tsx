import { consentParagraphs, consentTexts, consentVersion } from '@kyc/contract/consent.ts'
import { giveConsent } from '@kyc/contract/performer-links.ts'
import { Checkbox, Text } from '@mantine/core'
import { use, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { Alert } from '../../ui/Alert.tsx'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { LanguageContext } from './frame/language.ts'
import { StepCard } from './frame/Step.tsx'
import { useLinkCall } from './frame/use-link-call.ts'
import { SubmissionStep } from './SubmissionStep.tsx'
import type { StepCalls } from './step-calls.ts'
import { useTexts } from './use-texts.ts'

/** Step 2: the wording, which the server stores with the consent. */
export function ConsentStep({ session, onSession, onError, onBack }: StepCalls & { onBack: () => void }) {
  const texts = useTexts()
  const language = use(LanguageContext)
  const [agreed, setAgreed] = useState(false)
  const [missing, setMissing] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  const consent = useLinkCall(
    () => call(giveConsent, { params: { id: session.id }, body: { version: consentVersion, language } }),
    onSession,
    onError,
  )
  const submit = () => {
    if (agreed) return consent.run(undefined)
    setMissing(true)
    box.current?.focus()
  }
  const { title, agree } = consentTexts[language]
  return (
    <SubmissionStep step="consent" title={title} onBack={onBack}>
      <StepCard>
        {consentParagraphs(language, session.organisationName).map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        <Checkbox
          ref={box}
          size="md"
          label={agree}
          checked={agreed}
          error={missing && !agreed && texts.consentMissing}
          onChange={({ currentTarget }) => setAgreed(currentTarget.checked)}
        />
        {consent.error && <Alert title={consent.error} />}
        <BusyButton fullWidth busy={consent.busy} onClick={submit}>
          {texts.agree}
        </BusyButton>
      </StepCard>
      <Text size="xs" c="dimmed">
        {texts.ownWill}
      </Text>
    </SubmissionStep>
  )
}
