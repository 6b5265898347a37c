import type { PageSigning } from '@kyc/contract/page-session.ts'
import { Button, Group, Text, Title } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { StateBadge, type Tone } from '../../../ui/StateBadge.tsx'
import { StepCard } from '../../performer-links/frame/Step.tsx'
import { isOver, stepOf } from './signing-step.ts'
import { useTexts } from './use-texts.ts'

/** One contract: how far it has come, and the next step as the one button. */
export function SigningCard({ signing, onOpen }: { signing: PageSigning; onOpen: (id: string) => void }) {
  const texts = useTexts()
  const step = stepOf(signing)
  const act = step === 'over' ? null : texts.next[step]
  return (
    <StepCard>
      <Group gap="4px 12px" justify="space-between">
        <Title order={3} fz="lg">
          {signing.title}
        </Title>
        <StateBadge tone={toneOf(signing)}>{texts.states[signing.state]}</StateBadge>
      </Group>
      {step !== 'over' && (
        <Text size="sm" c="dimmed">
          {signing.signedAt === null
            ? texts.offeredUntil(signing.expiresAt)
            : texts.signedAt(signing.signedAt)}
        </Text>
      )}
      {act !== null && (
        <Button
          fullWidth
          variant={step === 'done' ? 'default' : 'filled'}
          rightSection={<IconArrowRight size={18} />}
          aria-label={texts.nextOf(act, signing.title)}
          onClick={() => onOpen(signing.id)}
        >
          {act}
        </Button>
      )}
    </StepCard>
  )
}

function toneOf(signing: PageSigning): Tone {
  if (signing.state === 'copyReceived') return 'ok'
  return isOver(signing) ? 'neutral' : 'wait'
}
