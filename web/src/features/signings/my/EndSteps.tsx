import { Text, ThemeIcon } from '@mantine/core'
import { IconCircleCheck, IconDownload } from '@tabler/icons-react'
import { use } from 'react'
import { paths } from '../../../paths.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { BusyButton } from '../../../ui/BusyButton.tsx'
import { LanguageContext } from '../../performer-links/frame/language.ts'
import { Step, StepCard } from '../../performer-links/frame/Step.tsx'
import { LookAgain } from './LookAgain.tsx'
import type { SigningCalls } from './page-calls.ts'
import { SigningStepFrame } from './SigningStepFrame.tsx'
import { isOver } from './signing-step.ts'
import { useDownloadCopy } from './use-download-copy.ts'
import { useTexts } from './use-texts.ts'

/** The last step: everything is signed and received. */
export function DoneStep(calls: SigningCalls) {
  const texts = useTexts()
  const { signing } = calls
  const copy = useDownloadCopy(calls)
  return (
    <SigningStepFrame calls={calls} step="copy" finished title={texts.doneTitle}>
      <StepCard>
        <ThemeIcon variant="light" color="green" size={56} radius={28} mx="auto">
          <IconCircleCheck size={32} aria-hidden />
        </ThemeIcon>
        {signing.signedAt !== null && <p>{texts.signedAt(signing.signedAt)}</p>}
        {signing.copyReceivedAt !== null && <p>{texts.copyReceivedAt(signing.copyReceivedAt)}</p>}
        <p>{texts.doneText}</p>
        {copy.error && <Alert title={copy.error} />}
        <BusyButton
          fullWidth
          variant="default"
          leftSection={<IconDownload size={18} />}
          busy={copy.busy}
          onClick={copy.run}
        >
          {texts.copyDownload}
        </BusyButton>
        <Text size="sm">
          {texts.verifyLead}{' '}
          <a href={paths.verifyContract({ lang: use(LanguageContext) })} target="_blank" rel="noreferrer">
            {texts.verify}
          </a>
        </Text>
        <Text size="sm">{texts.cancelLater}</Text>
      </StepCard>
      <LookAgain {...calls} />
    </SigningStepFrame>
  )
}

/** The end of a signing that was refused, taken back or has expired. */
export function OverStep({ signing, onLeave }: SigningCalls) {
  const texts = useTexts()
  if (!isOver(signing)) return null
  return (
    <Step key={signing.state} title={texts.overTitles[signing.state]} onBack={onLeave} backTo={texts.toPage}>
      <Text size="sm" c="dimmed" mt={-8}>
        {signing.title}
      </Text>
      <StepCard>
        <p>{texts.overTexts[signing.state]}</p>
      </StepCard>
    </Step>
  )
}
