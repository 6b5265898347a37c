import type { LinkSession } from '@kyc/contract/performer-links.ts'
import { Button, List, Text, ThemeIcon, Title } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { paths } from '../../paths.ts'
import { StepCard } from './frame/Step.tsx'
import { SubmissionStep } from './SubmissionStep.tsx'
import { useTexts } from './use-texts.ts'

/** Step 1: who requests the documents, what for, and what is needed. */
export function PurposeStep({ session, onStart }: { session: LinkSession; onStart: () => void }) {
  const texts = useTexts()
  return (
    <SubmissionStep step="purpose" title={texts.purposeTitle}>
      <p>{texts.asks(session.organisationName)}</p>
      <StepCard>
        <Part title={texts.purposeHead} items={texts.purposes} />
        <Part title={texts.neededHead} items={texts.needed} />
        <p>{texts.time}</p>
        <Button fullWidth onClick={onStart}>
          {texts.start}
        </Button>
      </StepCard>
      <Text size="xs" c="dimmed">
        {texts.validUntil(session.expiresAt)}
      </Text>
      <Text size="xs" c="dimmed">
        {texts.unknown}{' '}
        <a href={paths.contact()} target="_blank" rel="noreferrer">
          {texts.report}
        </a>
      </Text>
    </SubmissionStep>
  )
}

function Part({ title, items }: { title: string; items: readonly string[] }) {
  return (
    <section>
      <Title order={2} size="h3" mb={4}>
        {title}
      </Title>
      <List>
        {items.map((item) => (
          <List.Item key={item}>{item}</List.Item>
        ))}
      </List>
    </section>
  )
}

/** Step 6. */
export function DoneStep({ session }: { session: LinkSession }) {
  const texts = useTexts()
  return (
    <SubmissionStep step="done" title={texts.doneTitle}>
      <StepCard>
        <ThemeIcon variant="light" color="green" size={56} radius={28} mx="auto">
          <IconCircleCheck size={32} aria-hidden />
        </ThemeIcon>
        <p>{texts.doneLead(session.organisationName)}</p>
        <p>{texts.doneClose}</p>
      </StepCard>
    </SubmissionStep>
  )
}
