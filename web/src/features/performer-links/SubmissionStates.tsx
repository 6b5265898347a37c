import { Button, Skeleton } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { Alert } from '../../ui/Alert.tsx'
import { Loading } from '../../ui/Skeletons.tsx'
import { Step, StepCard, StepColumn } from './Step.tsx'
import type { LinkEnd } from './use-submission.ts'
import { useErrorText, useTexts } from './use-texts.ts'

export function LinkLoading() {
  const texts = useTexts()
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
export function LinkMessage({ status }: { status: LinkEnd }) {
  const texts = useTexts()
  return (
    <Step title={texts[`${status}Title`]}>
      <StepCard>
        <p>{texts[status]}</p>
      </StepCard>
    </Step>
  )
}

/** Opening failed for another reason, such as a lost connection. */
export function LinkFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const texts = useTexts()
  const errorText = useErrorText()
  return (
    <Step title={texts.failedTitle}>
      <Alert>{errorText(error)}</Alert>
      <Button fullWidth leftSection={<IconRefresh size={17} />} onClick={onRetry}>
        {texts.retry}
      </Button>
    </Step>
  )
}
