import { Button, Skeleton } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { Alert } from '../../../ui/Alert.tsx'
import { Loading } from '../../../ui/Skeletons.tsx'
import { useErrorText, useFrameTexts } from './language.ts'
import { Step, StepCard, StepColumn } from './Step.tsx'

export function LinkLoading() {
  const texts = useFrameTexts()
  return (
    <StepColumn>
      <Loading label={texts.loading}>
        <Skeleton height={26} mb={16} />
        <Skeleton height={320} radius={8} />
      </Loading>
    </StepColumn>
  )
}

/** Why the performer can't continue, and what to do. */
export function LinkMessage({ title, text }: { title: string; text: string }) {
  return (
    <Step title={title}>
      <StepCard>
        <p>{text}</p>
      </StepCard>
    </Step>
  )
}

/** Opening failed for another reason, such as a lost connection. */
export function LinkFailed({
  title,
  error,
  onRetry,
}: {
  title: string
  error: unknown
  onRetry: () => void
}) {
  const texts = useFrameTexts()
  const errorText = useErrorText()
  return (
    <Step title={title}>
      <Alert>{errorText(error)}</Alert>
      <Button fullWidth leftSection={<IconRefresh size={17} />} onClick={onRetry}>
        {texts.retry}
      </Button>
    </Step>
  )
}
