import { idKinds, registrationDocumentTypes } from '@kyc/contract/document-vocabulary.ts'
import { detailFields, performerFields } from '@kyc/contract/performer-fields.ts'
import { Box, Group, List, Paper, SimpleGrid, Text, Title } from '@mantine/core'
import { IconAlertCircle, IconAlertTriangle, IconBulb, IconChevronDown } from '@tabler/icons-react'
import { type FocusEvent, type ToggleEvent, useEffect, useRef, useState } from 'react'
import { paths } from '../../paths.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { FieldBadge } from '../../ui/FieldBadge.tsx'
import { IconText } from '../../ui/IconText.tsx'
import { Section } from '../../ui/Section.tsx'
import { closedReason } from '../documents/document-need.ts'
import { FileSlot } from '../documents/slots/FileSlot.tsx'
import { IdKindChoice } from '../documents/slots/IdKindChoice.tsx'
import { useSamePerformers } from './check-fields.ts'
import { DetailFields, fieldId, NameFields, type PerformerFieldsProps } from './PerformerFields.tsx'
import classes from './RegistrationSections.module.css'
import type { PerformerValues, RegistrationForm, RegistrationSlot } from './registration-form.ts'
import { missingFilesMessage, missingNamesMessage } from './required-items.ts'

interface SectionProps {
  form: RegistrationForm
  fields: PerformerFieldsProps
}

export function NamesSection({ form, fields }: SectionProps) {
  const [left, onLeave] = useFocusLeft()
  return (
    <Section title="氏名" note="身分証明書の記載どおりに入力してください" {...onLeave}>
      <Box p="md">
        <NameFields {...fields} />
        <MissingMessage message={left ? missingNamesMessage(form) : undefined} />
      </Box>
    </Section>
  )
}

export interface FilesSectionProps extends SectionProps {
  /** Bytes sent by slot, while the form is being sent. */
  sent: Readonly<Partial<Record<string, number>>> | undefined
  onChoose: (slot: RegistrationSlot, file: File) => void
  onClear: (slot: RegistrationSlot) => void
}

export function FilesSection({ form, fields, sent, onChoose, onClear }: FilesSectionProps) {
  const [left, onLeave] = useFocusLeft()
  const idKind = idKinds.find((kind) => kind === form.values.idKind) ?? null
  return (
    <Section title="書類" note="大きい画像は自動で縮小されます。位置情報は保存されません" {...onLeave}>
      <Box p="md">
        <IdKindChoice
          id={fieldId('idKind')}
          value={idKind}
          error={form.errors.idKind}
          readOnly={fields.readOnly}
          onChange={(kind) => fields.onChange('idKind', kind)}
        />
        <SimpleGrid cols={{ base: 1, sm: 2 }} verticalSpacing={20} mt={20}>
          {registrationDocumentTypes.map((slot) => (
            <FileSlot
              key={slot}
              type={slot}
              state={form.slots[slot]}
              sentBytes={sent && (sent[slot] ?? 0)}
              idKind={idKind}
              closed={closedReason(idKind, slot)}
              onChoose={(file) => onChoose(slot, file)}
              onClear={() => onClear(slot)}
            />
          ))}
          <Paper withBorder radius="sm" mt="auto" px="md" py="xs">
            <Group component="h3" gap={6} fz="md" lh="sm">
              <IconBulb size={18} color="var(--app-accent-text)" aria-hidden />
              撮影のこつ
            </Group>
            <List size="xs" c="dimmed">
              <List.Item>四隅をすべて写す</List.Item>
              <List.Item>照明の反射を避ける</List.Item>
              <List.Item>文字が読める大きさで撮る</List.Item>
            </List>
          </Paper>
        </SimpleGrid>
        <MissingMessage message={left ? missingFilesMessage(form) : undefined} />
      </Box>
    </Section>
  )
}

/** The labels of the details, without the kind of ID, which is chosen with the documents. */
const detailLabels = detailFields
  .filter((field) => field !== 'idKind')
  .map((field) => performerFields[field].label)
  .join('・')

/** Closed at first; opens when one of its fields has an error. */
export function DetailsSection({
  form,
  fields,
  organisation,
}: SectionProps & { organisation: string | undefined }) {
  const [open, setOpen] = useState(false)
  const faulty = detailFields.some((field) => field !== 'idKind' && form.errors[field])
  if (faulty && !open) setOpen(true)
  return (
    <Paper
      component="details"
      withBorder
      open={open}
      onToggle={(toggled: ToggleEvent<HTMLDetailsElement>) => setOpen(toggled.currentTarget.open)}
    >
      <summary className={classes.summary}>
        <Title order={2}>詳細情報</Title>
        <FieldBadge kind="optional" />
        <Text span size="xs" c="dimmed" visibleFrom="sm">
          {detailLabels}
        </Text>
        <IconChevronDown className={classes.chevron} size={20} aria-hidden />
      </summary>
      <Box p="md">
        <DetailFields {...fields} omitted={['idKind']} />
        <SamePerformers values={form.values} organisation={organisation} />
      </Box>
    </Paper>
  )
}

function MissingMessage({ message }: { message: string | undefined }) {
  return (
    <div aria-live="polite">
      {message && (
        <IconText icon={IconAlertCircle} c="red" mt="sm">
          {message}
        </IconText>
      )}
    </div>
  )
}

/** Milliseconds until the message appears: it moves the content below, and a click there must land first. */
const clickDelay = 300

/** Whether the focus has left the section; errors are not shown before that. */
function useFocusLeft(): [boolean, { onBlur: (event: FocusEvent<HTMLElement>) => void }] {
  const [left, setLeft] = useState(false)
  const timer = useRef<number>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    // If a file chooser or another window opens, relatedTarget is null and the field remains the activeElement.
    const next = relatedTarget ?? document.activeElement
    if (currentTarget.contains(next)) return
    clearTimeout(timer.current)
    timer.current = window.setTimeout(() => setLeft(true), clickDelay)
  }
  return [left, { onBlur }]
}

/** A hint that the typed person may be registered already, with links that keep the form open. */
function SamePerformers({
  values,
  organisation,
}: {
  values: PerformerValues
  organisation: string | undefined
}) {
  const same = useSamePerformers(values, { organisation })
  return (
    <div aria-live="polite">
      {same.length > 0 && (
        <IconText icon={IconAlertTriangle} c="yellow" mt="sm">
          <strong>同じ氏名・生年月日の出演者がいます。</strong>
          {same.map(({ id, name }) => (
            <AppLink key={id} href={paths.performer(id)} target="_blank">
              {name}（新しいタブで開く）
            </AppLink>
          ))}
        </IconText>
      )}
    </div>
  )
}
