import { askForDisclosure } from '@kyc/contract/performer-page.ts'
import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { BusyButton } from '../../../ui/BusyButton.tsx'
import { StepCard } from '../../performer-links/frame/Step.tsx'
import { useLinkCall } from '../../performer-links/frame/use-link-call.ts'
import type { PageCalls } from './page-calls.ts'
import { useTexts } from './use-texts.ts'

const first = 5

/** Who opened the performer's documents: organisations, never a person. */
export function Openings({ session: { openings } }: PageCalls) {
  const texts = useTexts()
  const [all, setAll] = useState(false)
  const shown = all ? openings : openings.slice(0, first)
  return (
    <StepCard>
      <Text size="sm">{openings.length > 0 ? texts.openingsLead : texts.noOpenings}</Text>
      {shown.length > 0 && (
        <Stack component="ul" gap="xs">
          {shown.map(({ by, on, document }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: equal lines are possible, and the order is fixed
            <li key={index}>
              {by}
              <Text size="xs" c="dimmed">
                {texts.day(on)}・{texts.document(document)}
              </Text>
            </li>
          ))}
        </Stack>
      )}
      {shown.length < openings.length && (
        <Button variant="default" fullWidth onClick={() => setAll(true)}>
          {texts.more}
        </Button>
      )}
    </StepCard>
  )
}

/** The request to see all stored data (D77). */
export function Disclosure({ session, onSession, onError }: PageCalls) {
  const texts = useTexts()
  const request = useLinkCall(
    () => call(askForDisclosure, { params: { id: session.id } }),
    onSession,
    onError,
  )
  const { disclosureRequestedAt: at } = session
  return (
    <StepCard>
      <Text size="sm">{texts.disclosureLead}</Text>
      <div role="status">
        {at !== null && <Alert tone="ok" role="presentation" title={texts.disclosureAsked(at)} />}
      </div>
      {request.error && <Alert title={request.error} />}
      {at === null && (
        <BusyButton variant="default" fullWidth busy={request.busy} onClick={() => request.run(undefined)}>
          {texts.disclosureAsk}
        </BusyButton>
      )}
    </StepCard>
  )
}
