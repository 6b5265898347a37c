import type { DocumentType } from '@kyc/contract/document-vocabulary.ts'
import { documentTypeLabels } from '@kyc/contract/labels.ts'
import { problems } from '@kyc/contract/problems.ts'
import { Button, Group, Paper, Text, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { RuledList } from '../../../ui/RuledList.tsx'
import { StateBadge } from '../../../ui/StateBadge.tsx'
import { useSubmitRefused } from '../closed-case.ts'

export interface EmptySlotsProps {
  title: string
  types: readonly DocumentType[]
  /** Slots that accept no file. */
  closed: readonly DocumentType[]
  onAdd: (type: DocumentType) => void
}

/** One dashed box that lists slots without a document. */
export function EmptySlots({ title, types, closed, onAdd }: EmptySlotsProps) {
  const refused = useSubmitRefused()
  return (
    <Paper component="section" bg="none" bd="1px dashed var(--app-input-line)" p="sm" aria-label={title}>
      <Title order={3}>{title}</Title>
      <RuledList>
        {types.map((type) => (
          <li key={type}>
            <Group gap="xs" justify="space-between" wrap="nowrap">
              {documentTypeLabels[type]}
              <StateBadge tone="neutral">未提出</StateBadge>
            </Group>
            {closed.includes(type) ? (
              <Text size="xs" c="dimmed" mt={4}>
                {problems.ID_BACK_CLOSED.title}
              </Text>
            ) : (
              <Button
                ml={-12}
                variant="subtle"
                leftSection={<IconPlus size={17} />}
                aria-label={`${documentTypeLabels[type]}：書類を追加`}
                {...refused}
                onClick={() => onAdd(type)}
              >
                書類を追加
              </Button>
            )}
          </li>
        ))}
      </RuledList>
    </Paper>
  )
}
