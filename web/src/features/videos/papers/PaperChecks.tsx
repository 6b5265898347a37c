import type { PaperCheck, PaperCheckId } from '@kyc/contract/paper-checks.ts'
import { ActionIcon, Fieldset, Group, Kbd, SimpleGrid, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import panel from '../../review/ReviewPanel.module.css'

interface PaperChecksProps {
  checks: readonly PaperCheck[]
  failed: readonly PaperCheckId[]
  onToggle: (id: PaperCheckId) => void
}

/** The checks that have a number key: the facts of a contract have none, because they are eleven. */
export function numberedChecks(checks: readonly PaperCheck[]): readonly PaperCheck[] {
  return checks.filter(({ id }) => !id.startsWith('fact.'))
}

/** What the reviewer states by approving; a failed check suggests a reason for the rejection. */
export function PaperChecks({ checks, failed, onToggle }: PaperChecksProps) {
  const numbered = numberedChecks(checks)
  const facts = checks.filter((check) => !numbered.includes(check))
  const line = (check: PaperCheck, number?: number) => (
    <Check
      key={check.id}
      check={check}
      number={number}
      failed={failed.includes(check.id)}
      onToggle={() => onToggle(check.id)}
    />
  )
  return (
    <Fieldset
      variant="unstyled"
      mt="xs"
      mx={0}
      legend="承認すると、次を確認したことになります"
      styles={{ legend: { marginBottom: 2, fontWeight: 700 } }}
    >
      {numbered.map((check, index) => line(check, index + 1))}
      {facts.length > 0 && (
        <>
          <Text fz="xs" c="dimmed" mt={4}>
            次の事項の記載がある（4条3項）
          </Text>
          <SimpleGrid cols={2} spacing={4} verticalSpacing={0}>
            {facts.map((check) => line(check))}
          </SimpleGrid>
        </>
      )}
    </Fieldset>
  )
}

interface CheckProps {
  check: PaperCheck
  number: number | undefined
  failed: boolean
  onToggle: () => void
}

function Check({ check: { label }, number, failed, onToggle }: CheckProps) {
  const small = number === undefined
  return (
    <Group className={panel.check} gap={6} wrap="nowrap" data-failed={failed || undefined}>
      {!small && (
        <Kbd size="xs" aria-hidden>
          {number}
        </Kbd>
      )}
      <Text span fz={small ? 'xs' : 'sm'} flex={1} lh={1.3}>
        {label}
      </Text>
      <ActionIcon
        variant={failed ? 'light' : 'subtle'}
        color={failed ? 'red' : 'gray'}
        size={small ? 'sm' : 'md'}
        aria-label={`問題あり：${label}`}
        title="問題あり"
        aria-pressed={failed}
        onClick={onToggle}
      >
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </Group>
  )
}
