import type { PageTitle } from '@kyc/contract/page-session.ts'
import { answerFootage } from '@kyc/contract/performer-page.ts'
import type { FootageAnswer } from '@kyc/contract/title-vocabulary.ts'
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { BusyButton } from '../../../ui/BusyButton.tsx'
import { useLinkCall } from '../../performer-links/frame/use-link-call.ts'
import { PageConfirm } from './PageConfirm.tsx'
import type { PageCalls } from './page-calls.ts'
import { useTexts } from './use-texts.ts'
import { WebLink } from './WebLink.tsx'

/** The chance to see the footage before the publication, with the performer's own answer (D95, 8条). */
export function FootageChance({ title, session, onSession, onError }: PageCalls & { title: PageTitle }) {
  const texts = useTexts()
  const [declining, setDeclining] = useState(false)
  const answer = useLinkCall(
    (given: FootageAnswer) =>
      call(answerFootage, { params: { id: session.id, video: title.videoId }, body: { answer: given } }),
    (next) => {
      setDeclining(false)
      onSession(next)
    },
    onError,
  )
  const { footage } = title
  if (!footage) return null
  return (
    <Stack gap="xs">
      <Title order={4} fz="md">
        {texts.footageHead}
      </Title>
      <div role="status">{footage.answer !== null && <p>{texts.footageAnswers[footage.answer]}</p>}</div>
      {footage.answer === null && (
        <Text size="sm">{texts.footageLead(texts.footageWays[footage.way], footage.until)}</Text>
      )}
      {footage.address !== null && <WebLink address={footage.address}>{texts.footageOpen}</WebLink>}
      {footage.answer === null && (
        <>
          {answer.error && !declining && <Alert title={answer.error} />}
          <Group grow gap="sm">
            <BusyButton
              variant="default"
              busy={answer.busy}
              aria-label={texts.nextOf(texts.footageSeen, title.title)}
              onClick={() => answer.run('seen')}
            >
              {texts.footageSeen}
            </BusyButton>
            <Button
              variant="default"
              aria-label={texts.nextOf(texts.footageDecline, title.title)}
              onClick={() => setDeclining(true)}
            >
              {texts.footageDecline}
            </Button>
          </Group>
        </>
      )}
      {declining && (
        <PageConfirm
          title={texts.footageDeclineTitle}
          confirm={texts.footageDecline}
          busy={answer.busy}
          error={answer.error}
          onConfirm={() => answer.run('declined')}
          onClose={() => setDeclining(false)}
        >
          <p>{texts.footageDeclineText}</p>
        </PageConfirm>
      )}
    </Stack>
  )
}
