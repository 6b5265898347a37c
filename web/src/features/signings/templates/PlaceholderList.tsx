import type { PaperType } from '@kyc/contract/document-vocabulary.ts'
import {
  missingPlaceholders,
  placeholderLabel,
  placeholderPattern,
  placeholders,
} from '@kyc/contract/template-check.ts'
import { Button, Group, Text } from '@mantine/core'
import { IconCircleCheck, IconPlus } from '@tabler/icons-react'
import { RuledList } from '../../../ui/RuledList.tsx'
import { Section } from '../../../ui/Section.tsx'

interface PlaceholderListProps {
  type: PaperType
  text: string
  disabled: boolean
  onInsert: (name: string) => void
}

/** What a text may contain in braces, with what a contract still lacks. */
export function PlaceholderList({ type, text, disabled, onInsert }: PlaceholderListProps) {
  const used = new Set([...text.matchAll(placeholderPattern)].map(([, name = '']) => name.trim()))
  const missing = missingPlaceholders(type, text)
  return (
    <Section title="差し込み" note={type === 'contract' ? '契約書に必要なもの：必須' : undefined}>
      <RuledList px="md" py="xs">
        {placeholders.map((name) => (
          <Group key={name} component="li" gap="xs" wrap="nowrap" justify="space-between">
            <div style={{ minWidth: 0 }}>
              <Text size="sm">{placeholderLabel(name)}</Text>
              <Text size="xs" c={missing.includes(name) ? 'yellow' : 'dimmed'}>
                {missing.includes(name) ? '必須・本文にありません' : `{{${name}}}`}
              </Text>
            </div>
            <Button
              variant="default"
              size="xs"
              flex="none"
              leftSection={used.has(name) ? <IconCircleCheck size={16} /> : <IconPlus size={16} />}
              aria-label={`${placeholderLabel(name)}を差し込む`}
              disabled={disabled}
              onClick={() => onInsert(name)}
            >
              差し込む
            </Button>
          </Group>
        ))}
      </RuledList>
    </Section>
  )
}
