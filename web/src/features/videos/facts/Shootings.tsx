import { dateInWords } from '@kyc/contract/dates.ts'
import { earliestPublication } from '@kyc/contract/law-periods.ts'
import { shootingEnd } from '@kyc/contract/law-shootings.ts'
import type { VideoFacts } from '@kyc/contract/title-facts.ts'
import { shootingLabels } from '@kyc/contract/title-vocabulary.ts'
import { Button, Group, Text } from '@mantine/core'
import { IconPencil, IconPlus, IconVideo } from '@tabler/icons-react'
import { useState } from 'react'
import { useRefused } from '../../../session/EditRefusal.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { RuledList } from '../../../ui/RuledList.tsx'
import { Section } from '../../../ui/Section.tsx'
import { useReturnFocus } from '../../../ui/use-return-focus.ts'
import { FactsDialog } from './FactsDialog.tsx'
import { endOfShootingFields, type FactField, reopenField, shootingFields } from './fact-fields.ts'
import { partText } from './fact-text.ts'
import { useOpenedFacts, useSaveFacts } from './use-facts.ts'

/** The shootings of a video and the end of all of them (D93). */
export function Shootings({ videoId, facts }: { videoId: string; facts: VideoFacts }) {
  const refused = useRefused()
  const [edited, setEdited] = useState<number | 'end' | null>(null)
  useReturnFocus(edited !== null)
  const { shootings, shootingEndedOn, appearances } = facts
  const options = Object.fromEntries(appearances.map(({ performerId, name }) => [performerId, name]))
  const fields = shootingFields.map((field) =>
    field.name === 'performerIds' ? { ...field, options } : field,
  )
  const close = () => setEdited(null)
  return (
    <Section
      title="撮影"
      action={
        <Button
          variant="default"
          leftSection={<IconPlus size={17} />}
          {...refused}
          onClick={() => setEdited(shootings.length)}
        >
          撮影を追加
        </Button>
      }
    >
      {shootings.length === 0 && (
        <EmptyState icon={IconVideo} title="撮影の記録はありません">
          本編、スチール、そのほかの撮影を、1日ずつ記録してください
        </EmptyState>
      )}
      <RuledList p="md">
        {shootings.map((shooting, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the place in the list is what the dialog changes.
          <Group component="li" key={index} justify="space-between" wrap="nowrap">
            <div>
              <strong>{shootingLabels[shooting.kind]}</strong>
              <Text size="sm">
                {partText(fields.slice(1, 4), shooting) || '日は未入力'}
                {`・${shooting.performerIds.map((id) => options[id] ?? '削除された出演者').join('、') || '全員'}`}
              </Text>
            </div>
            <EditButton
              label={`${shootingLabels[shooting.kind]}の撮影を編集`}
              onClick={() => setEdited(index)}
            />
          </Group>
        ))}
        <Group component="li" justify="space-between" wrap="nowrap">
          <div>
            <strong>すべての撮影が終わった日</strong>
            <Text size="sm" {...(!shootingEndedOn && { c: 'dimmed' })}>
              {shootingEndedOn ? endText(facts, shootingEndedOn) : '未入力'}
            </Text>
          </div>
          <EditButton label="すべての撮影が終わった日を編集" onClick={() => setEdited('end')} />
        </Group>
      </RuledList>
      {edited !== null && (
        <ShootingDialog videoId={videoId} facts={facts} edited={edited} fields={fields} onClose={close} />
      )}
    </Section>
  )
}

interface ShootingDialogProps {
  videoId: string
  facts: VideoFacts
  /** The place of a shooting, or the end of the list for a new one. */
  edited: number | 'end'
  fields: readonly FactField[]
  onClose: () => void
}

function ShootingDialog({ videoId, edited, fields, onClose, ...page }: ShootingDialogProps) {
  const facts = useOpenedFacts(page.facts)
  const save = useSaveFacts(videoId, facts)
  const { shootings, shootingEndedOn } = facts
  if (edited === 'end')
    return (
      <FactsDialog
        title="撮影の終了"
        fields={shootingEndedOn ? [...endOfShootingFields, reopenField] : endOfShootingFields}
        stored={{ shootingEndedOn }}
        save={save.title}
        onClose={onClose}
      />
    )
  const exists = edited < shootings.length
  return (
    <FactsDialog
      title={exists ? '撮影の編集' : '撮影の追加'}
      fields={fields}
      stored={shootings[edited] ?? null}
      save={(part) => save.title({ shootings: shootings.toSpliced(edited, 1, part as never) })}
      clear={exists ? () => save.title({ shootings: shootings.toSpliced(edited, 1) }) : undefined}
      onClose={onClose}
    />
  )
}

function EditButton({ label, onClick }: { label: string; onClick: () => void }) {
  const refused = useRefused()
  return (
    <Button
      variant="default"
      size="xs"
      flex="none"
      leftSection={<IconPencil size={16} />}
      aria-label={label}
      {...refused}
      onClick={onClick}
    >
      編集
    </Button>
  )
}

/** The stated end, and the first day of publication as the gate finds it (D105). */
function endText(facts: VideoFacts, stated: string): string {
  const ended = shootingEnd(facts, stated)
  const follows = ended
    ? `公開できるのは${dateInWords(earliestPublication(ended))}からです。`
    : '撮影した日が入力されると、公開できる日が表示されます。'
  return `${dateInWords(stated)}。${follows}`
}
