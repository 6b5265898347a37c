import { getVideoFacts, type VideoFacts } from '@kyc/contract/title-facts.ts'
import { listVideos } from '@kyc/contract/videos.ts'
import { Button, Group, NativeSelect, Text } from '@mantine/core'
import { IconPencil, IconPlus } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { failureText } from '../../../api/failure-text.ts'
import { pageQuery } from '../../../api/queries.ts'
import { useRefused } from '../../../session/EditRefusal.tsx'
import { RuledList } from '../../../ui/RuledList.tsx'
import { Section } from '../../../ui/Section.tsx'
import { useReturnFocus } from '../../../ui/use-return-focus.ts'
import { FactsDialog } from './FactsDialog.tsx'
import {
  contentReviewFields,
  evidenceFields,
  type FactField,
  type FieldValues,
  sourceFields,
  titleFields,
  valuesOf,
} from './fact-fields.ts'
import { partText } from './fact-text.ts'
import { useOpenedFacts, useSaveFacts } from './use-facts.ts'

/** What videos of a series share; numbers belong to one video. */
const copied = titleFields.filter(({ name }) => name !== 'productNumber' && name !== 'reviewNumber')

/** Fills in the particulars of another video; nothing is stored before the dialog is saved. */
function CopyFrom({
  options,
  onCopy,
}: {
  options: Readonly<Record<string, string>>
  onCopy: (values: FieldValues) => void
}) {
  const copying = useMutation({
    mutationFn: (id: string) => call(getVideoFacts, { params: { id } }),
    onSuccess: (other) => onCopy(valuesOf(copied, other)),
  })
  if (Object.keys(options).length === 0) return null
  return (
    <NativeSelect
      size="md"
      label="別の動画から写す"
      description="区分、制作者、審査団体を写します。"
      error={copying.error && failureText(copying.error)}
      disabled={copying.isPending}
      data={[
        { value: '', label: '選択してください' },
        ...Object.entries(options).map(([value, label]) => ({ value, label })),
      ]}
      defaultValue=""
      onChange={({ currentTarget }) => currentTarget.value && copying.mutate(currentTarget.value)}
    />
  )
}

type ListName = 'derivedFrom' | 'evidence'
type Edited = 'title' | 'contentReview' | { readonly list: ListName; readonly index: number }

const lists = { derivedFrom: '元の動画', evidence: 'ほかで保管する証拠' } as const

/** What a video is, its review, its sources and its evidence (D90, D96, D100). */
export function Particulars({
  videoId,
  organisation,
  facts,
}: {
  videoId: string
  organisation: string
  facts: VideoFacts
}) {
  const refused = useRefused()
  const [edited, setEdited] = useState<Edited | null>(null)
  useReturnFocus(edited !== null)
  const videos = useQuery(pageQuery(listVideos, { query: { organisation, limit: 200 } }))
  const options = Object.fromEntries(
    (videos.data?.items ?? []).flatMap(({ id, title }) => (id === videoId ? [] : [[id, title]])),
  )
  const line = (label: string, text: string, what: Edited) => (
    <Group component="li" key={label} justify="space-between" wrap="nowrap" gap="md">
      <div>
        <strong>{label}</strong>
        <Text size="sm" {...(!text && { c: 'dimmed' })}>
          {text || '未入力'}
        </Text>
      </div>
      <Button
        variant="default"
        size="xs"
        flex="none"
        leftSection={<IconPencil size={16} />}
        aria-label={`${label}を編集`}
        {...refused}
        onClick={() => setEdited(what)}
      >
        編集
      </Button>
    </Group>
  )
  return (
    <Section
      title="概要"
      action={
        <Group gap="xs">
          {(['derivedFrom', 'evidence'] as const).map((list) => (
            <Button
              key={list}
              variant="default"
              size="xs"
              flex="none"
              leftSection={<IconPlus size={16} />}
              {...refused}
              onClick={() => setEdited({ list, index: facts[list].length })}
            >
              {lists[list]}
            </Button>
          ))}
        </Group>
      }
    >
      <RuledList p="md">
        {line('区分・制作者・審査', partText(titleFields, facts), 'title')}
        {line(
          '公開前の内容の確認',
          facts.contentReview ? partText(contentReviewFields, facts.contentReview) : '',
          'contentReview',
        )}
        {(['derivedFrom', 'evidence'] as const).flatMap((list) =>
          facts[list].map((each, index) =>
            line(`${lists[list]}${index + 1}`, partText(fieldsOf(list, options), each), { list, index }),
          ),
        )}
      </RuledList>
      {edited && (
        <ParticularDialog
          videoId={videoId}
          facts={facts}
          edited={edited}
          options={options}
          onClose={() => setEdited(null)}
        />
      )}
    </Section>
  )
}

type Options = Readonly<Record<string, string>>

function fieldsOf(list: ListName, videos: Options): readonly FactField[] {
  if (list === 'evidence') return evidenceFields
  return sourceFields.map((field) => (field.name === 'videoId' ? { ...field, options: videos } : field))
}

interface ParticularDialogProps {
  videoId: string
  facts: VideoFacts
  edited: Edited
  /** The titles of the other videos by their ids. */
  options: Options
  onClose: () => void
}

function ParticularDialog({ videoId, edited, options, onClose, ...page }: ParticularDialogProps) {
  const facts = useOpenedFacts(page.facts)
  const save = useSaveFacts(videoId, facts)
  if (edited === 'title')
    return (
      <FactsDialog title="概要の編集" fields={titleFields} stored={facts} save={save.title} onClose={onClose}>
        {(change) => <CopyFrom options={options} onCopy={change} />}
      </FactsDialog>
    )
  if (edited === 'contentReview')
    return (
      <FactsDialog
        title="公開前の内容の確認"
        fields={contentReviewFields}
        stored={facts.contentReview}
        save={(contentReview) => save.title({ contentReview })}
        clear={facts.contentReview ? () => save.title({ contentReview: null }) : undefined}
        onClose={onClose}
      />
    )
  const { list, index } = edited
  const exists = index < facts[list].length
  return (
    <FactsDialog
      title={lists[list]}
      fields={fieldsOf(list, options)}
      stored={facts[list][index] ?? null}
      save={(part) => save.title({ [list]: replaced(facts[list], index, part) })}
      clear={exists ? () => save.title({ [list]: replaced(facts[list], index) }) : undefined}
      onClose={onClose}
    />
  )
}

/** The list with another item, or without the one at `index`. */
function replaced(list: readonly unknown[], index: number, ...item: unknown[]): unknown[] {
  return list.toSpliced(index, 1, ...item)
}
