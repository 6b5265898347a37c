import { type IdKind, idKinds, refusedIdKinds } from '@kyc/contract/document-vocabulary.ts'
import { type IdKindTexts, idKindTextsJa } from '@kyc/contract/id-kind-texts-ja.ts'
import { Fieldset, Group, SimpleGrid, Text, VisuallyHidden } from '@mantine/core'
import { useId } from 'react'
import { Facts } from '../../../ui/Facts.tsx'
import { closedReason } from '../document-need.ts'
import classes from './IdKindChoice.module.css'

export interface IdKindChoiceProps {
  /** The element id of the group, to which forms jump. */
  id?: string
  value: IdKind | null
  onChange: (kind: IdKind) => void
  readOnly?: boolean | undefined
  error?: string | undefined
  texts?: IdKindTexts
}

/** The kind of ID, chosen before its pictures, because it determines the sides and what to hide. */
export function IdKindChoice({
  id,
  value,
  onChange,
  readOnly = false,
  error,
  texts = idKindTextsJa,
}: IdKindChoiceProps) {
  const name = useId()
  const errorId = useId()
  return (
    <Fieldset variant="unstyled" id={id} disabled={readOnly} aria-describedby={errorId}>
      <Group component="legend" gap="0 12px" p={0} fw={700} mb={6}>
        {texts.title}
        <Text span size="xs" c="dimmed">
          {texts.hint}
        </Text>
      </Group>
      <SimpleGrid cols={{ base: 2, sm: 3 }} spacing="xs">
        {idKinds.map((kind) => (
          <label key={kind} className={classes.kind}>
            <input
              className={VisuallyHidden.classes.root}
              type="radio"
              name={name}
              checked={kind === value}
              onChange={() => onChange(kind)}
            />
            {texts.kinds[kind]}
            <Text span size="xs" c="dimmed">
              {texts.sides[sidesOf(kind)]}
            </Text>
          </label>
        ))}
      </SimpleGrid>
      <Text id={errorId} size="xs" c="red" mt={4} aria-live="polite">
        {error}
      </Text>
      <Text component="details" size="xs">
        <Text component="summary" inherit c="var(--app-accent-text)" w="fit-content" mb={6}>
          {texts.refusedTitle}
        </Text>
        <Facts
          facts={refusedIdKinds.map((kind) => [texts.refused[kind].label, texts.refused[kind].reason])}
        />
      </Text>
    </Fieldset>
  )
}

function sidesOf(kind: IdKind): 'both' | 'front' | 'page' {
  if (!closedReason(kind, 'idBack')) return 'both'
  return kind === 'passport' ? 'page' : 'front'
}
