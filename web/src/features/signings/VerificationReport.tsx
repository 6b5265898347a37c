import type { LinkLanguage } from '@kyc/contract/consent.ts'
import type { CheckState } from '@kyc/contract/verification/contract-checks.ts'
import type { ContractVerification } from '@kyc/contract/verification/verify-contract.ts'
import { Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconHelpCircle, type TablerIcon } from '@tabler/icons-react'
import { Alert, type AlertProps } from '../../ui/Alert.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { IconText } from '../../ui/IconText.tsx'
import { RuledList } from '../../ui/RuledList.tsx'
import type { VerifyTexts } from './verify-texts-ja.ts'

const tones: Record<CheckState, NonNullable<AlertProps['tone']>> = {
  passed: 'ok',
  failed: 'bad',
  unknown: 'wait',
}
const icons: Record<CheckState, TablerIcon> = {
  passed: IconCircleCheck,
  failed: IconAlertTriangle,
  unknown: IconHelpCircle,
}
const colors: Record<CheckState, string> = { passed: 'green', failed: 'red', unknown: 'dimmed' }

export interface VerificationReportProps {
  name: string
  report: ContractVerification
  language: LinkLanguage
  texts: VerifyTexts
}

/** The verdict on a file, each check, and what the file states. */
export function VerificationReport({ name, report, language, texts }: VerificationReportProps) {
  const { state, checks, statement, fingerprint, draftSha256, sealedAt, timestampedAt } = report
  const facts: [string, string | null | undefined][] = [
    [texts.contract, statement?.title],
    ...(statement?.parties.map(({ label, text }): [string, string] => [label, text]) ?? []),
    [texts.signedAt, statement && texts.time(statement.signedAt)],
    [texts.sealedAt, sealedAt && texts.time(sealedAt)],
    [texts.timestampedAt, timestampedAt && texts.time(timestampedAt)],
    [texts.draftSha256, draftSha256],
    [texts.fingerprint, fingerprint],
  ]
  const stated = facts.flatMap(([label, text]) => (text ? [[label, text] as const] : []))
  return (
    <>
      <Alert mt="md" tone={tones[state]} title={texts.verdict[state]}>
        {name}
      </Alert>
      <Title order={2} mt="lg" mb="xs">
        {texts.results}
      </Title>
      <RuledList aria-label={texts.results}>
        {checks.map((check) => (
          <li key={check.name}>
            <IconText icon={icons[check.state]} c={colors[check.state]} size="sm">
              <strong>{texts.states[check.state]}</strong>　{check[language]}
            </IconText>
          </li>
        ))}
      </RuledList>
      {stated.length > 0 && (
        <>
          <Title order={2} mt="lg" mb="xs">
            {texts.statement}
          </Title>
          <Text component="div" style={{ overflowWrap: 'anywhere' }}>
            <Facts facts={stated} />
          </Text>
        </>
      )}
    </>
  )
}
