import { Button, List, Text, Title } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { Alert } from '../../../ui/Alert.tsx'
import { StepCard } from '../../performer-links/frame/Step.tsx'
import type { SigningCalls } from './page-calls.ts'
import { SigningStepFrame } from './SigningStepFrame.tsx'
import { useTexts } from './use-texts.ts'

/** Step 1: who explains the contract, and what the act gives the performer. */
export function TalkStep({ onBack, ...calls }: SigningCalls & { onBack: (() => void) | undefined }) {
  const texts = useTexts()
  const { signing, onLook } = calls
  const { by, on, language, minutes, done } = signing.talk
  return (
    <SigningStepFrame calls={calls} step="talk" title={texts.talkTitle} onBack={onBack}>
      <StepCard>
        <p>{done ? texts.talkDone(by, on, minutes, language) : texts.talkPlanned(by, on, language)}</p>
        {!done && <Alert tone="wait">{texts.talkMissing}</Alert>}
        <Text size="sm">{texts.talkWrong}</Text>
      </StepCard>
      <StepCard>
        <Title order={2} size="h3">
          {texts.talkRightsHead}
        </Title>
        <List>
          {texts.talkRights.map((right) => (
            <List.Item key={right}>{right}</List.Item>
          ))}
        </List>
      </StepCard>
      {!onBack && (
        <Button fullWidth rightSection={<IconArrowRight size={18} />} onClick={() => onLook('sheet')}>
          {texts.talkNext}
        </Button>
      )}
      <Text size="xs" c="dimmed">
        {texts.offeredUntil(signing.expiresAt)}
      </Text>
    </SigningStepFrame>
  )
}
