import { dateInWords, dayInJapan } from '@kyc/contract/dates.ts'
import { earliestShooting, freeCancellation, publishedOn } from '@kyc/contract/law-periods.ts'
import type { Publication } from '@kyc/contract/publications.ts'
import type { StoredAppearance, VideoFacts } from '@kyc/contract/title-facts.ts'
import { proofLabels } from '@kyc/contract/title-vocabulary.ts'
import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { IconPencil, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { failedQuery } from '../../../api/failed-query.ts'
import { paths } from '../../../paths.ts'
import { useRefused } from '../../../session/EditRefusal.tsx'
import { AppLink } from '../../../ui/AppLink.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { RuledList } from '../../../ui/RuledList.tsx'
import { Section } from '../../../ui/Section.tsx'
import { useReturnFocus } from '../../../ui/use-return-focus.ts'
import { SigningLine } from '../../signings/organisation/SigningLine.tsx'
import { useSignings } from '../../signings/organisation/signing-queries.ts'
import { PaperDialogs, type PaperOpen } from '../papers/PaperDialogs.tsx'
import { PaperLines } from '../papers/PaperLines.tsx'
import { usePapers } from '../papers/paper-queries.ts'
import { FactsDialog } from './FactsDialog.tsx'
import { type FactField, partFields, partTitles } from './fact-fields.ts'
import { partText } from './fact-text.ts'
import { useOpenedFacts, useSaveFacts } from './use-facts.ts'

type Appearance = VideoFacts['appearances'][number]
type Part = keyof StoredAppearance

/** The part that a dialog changes; `index` is the place of a consent, or the end of the list for a new one. */
interface Edited {
  readonly appearance: Appearance
  readonly part: Part
  readonly index?: number
}

const parts = ['contract', 'sheet', 'footage', 'ended'] as const

/** The contract, explanation sheet, footage and consents of each performer (D91, D94, D95). */
export function Appearances({
  videoId,
  facts,
  publications,
}: {
  videoId: string
  facts: VideoFacts
  /** Oldest first. */
  publications: readonly Pick<Publication, 'channel' | 'startedOn'>[]
}) {
  const firstDay = publishedOn(publications, dayInJapan(new Date()))
  const [edited, setEdited] = useState<Edited | null>(null)
  const [open, setOpen] = useState<PaperOpen | null>(null)
  const papers = usePapers(videoId)
  const signings = useSignings(videoId)
  useReturnFocus(edited !== null || open !== null)
  const nameOf = (id: string) => facts.appearances.find(({ performerId }) => performerId === id)?.name ?? ''
  return (
    <Stack>
      {facts.appearances.map((appearance) => (
        <Section
          key={appearance.performerId}
          title={appearance.name}
          id={`appearance-${appearance.performerId}`}
          action={<AppLink href={paths.performer(appearance.performerId)}>出演者の画面</AppLink>}
        >
          <RuledList p="md">
            <SigningLine videoId={videoId} {...appearance} signings={signings.data} />
            <PaperLines {...appearance} papers={papers.data} onOpen={setOpen} />
            {parts.map((part) => (
              <PartLine key={part} appearance={appearance} part={part} onEdit={setEdited} />
            ))}
            <ConsentLine appearance={appearance} onEdit={setEdited} />
          </RuledList>
          <Days appearance={appearance} firstDay={firstDay} />
        </Section>
      ))}
      {papers.isError && !papers.data && (
        <ErrorState title="契約書と説明書面を取得できませんでした" {...failedQuery(papers)} />
      )}
      {signings.isError && !signings.data && (
        <ErrorState title="署名の依頼を取得できませんでした" {...failedQuery(signings)} />
      )}
      {open && (
        <PaperDialogs
          videoId={videoId}
          open={open}
          nameOf={nameOf}
          onOpen={setOpen}
          onClose={() => setOpen(null)}
        />
      )}
      {edited && (
        <PartDialog videoId={videoId} facts={facts} edited={edited} onClose={() => setEdited(null)} />
      )}
    </Stack>
  )
}

interface LineProps {
  appearance: Appearance
  onEdit: (edited: Edited) => void
}

function PartLine({ appearance, part, onEdit }: LineProps & { part: (typeof parts)[number] }) {
  const refused = useRefused()
  const stored = appearance[part]
  return (
    <Group component="li" gap="4px 16px" justify="space-between" wrap="nowrap">
      <div>
        <strong>{partTitles[part]}</strong>
        <Text size="sm" {...(!stored && { c: 'dimmed' })}>
          {stored ? partText(partFields[part], stored) : part === 'ended' ? 'なし' : '未入力'}
        </Text>
        {stored && 'proof' in stored && (
          <Text size="xs" c="dimmed">
            {proofLabels[stored.proof]}
          </Text>
        )}
      </div>
      <Button
        variant="default"
        size="xs"
        flex="none"
        leftSection={<IconPencil size={16} />}
        aria-label={`${appearance.name}の${partTitles[part]}を編集`}
        {...refused}
        onClick={() => onEdit({ appearance, part })}
      >
        編集
      </Button>
    </Group>
  )
}

function ConsentLine({ appearance, onEdit }: LineProps) {
  const refused = useRefused()
  const { consents, name } = appearance
  return (
    <Group component="li" gap="4px 16px" justify="space-between" wrap="nowrap" align="flex-start">
      <div>
        <strong>{partTitles.consents}</strong>
        {consents.length === 0 && (
          <Text size="sm" c="dimmed">
            未入力
          </Text>
        )}
        <Stack component="ul" gap={4}>
          {consents.map((consent, index) => (
            <Group component="li" key={`${consent.kind} ${consent.givenOn}`} gap="xs">
              <Text size="sm">
                {partText(partFields.consents, consent)}（{proofLabels[consent.proof]}）
              </Text>
              {consent.withdrawnOn === null && (
                <Button
                  variant="subtle"
                  size="compact-xs"
                  {...refused}
                  onClick={() => onEdit({ appearance, part: 'consents', index })}
                >
                  変更
                </Button>
              )}
            </Group>
          ))}
        </Stack>
      </div>
      <Button
        variant="default"
        size="xs"
        flex="none"
        leftSection={<IconPlus size={16} />}
        aria-label={`${name}の同意を追加`}
        {...refused}
        onClick={() => onEdit({ appearance, part: 'consents', index: consents.length })}
      >
        追加
      </Button>
    </Group>
  )
}

/** What follows from the days: the first day of shooting, and the last of free cancellation (D105). */
function Days({
  appearance: { contract, sheet },
  firstDay,
}: {
  appearance: Appearance
  firstDay: string | null
}) {
  if (!contract) return null
  const { signedOn, offeredOn, receivedOn } = contract
  const cancellation = freeCancellation({ offeredOn, contractedOn: signedOn, publishedOn: firstDay })
  const shooting =
    receivedOn && sheet ? earliestShooting({ contract: receivedOn, sheet: sheet.receivedOn }) : null
  return (
    <Text size="xs" c="dimmed" px="md" pb="sm">
      {shooting && `撮影できるのは${dateInWords(shooting)}からです。`}
      {cancellation.kind === 'open' && '任意解除は、公表から少なくとも1年が過ぎるまで、いつでもできます。'}
      {cancellation.kind === 'until' && `任意解除ができるのは${dateInWords(cancellation.day)}までです。`}
    </Text>
  )
}

function named({ partnerIds }: Record<string, unknown>, all: readonly string[]): string[] {
  return [...new Set([...(Array.isArray(partnerIds) ? partnerIds.map(String) : []), ...all])]
}

interface PartDialogProps {
  videoId: string
  facts: VideoFacts
  edited: Edited
  onClose: () => void
}

function PartDialog({ videoId, edited, onClose, ...page }: PartDialogProps) {
  const { appearance, part, index = 0 } = edited
  const facts = useOpenedFacts(page.facts)
  const save = useSaveFacts(videoId, facts)
  const [others, setOthers] = useState<string[]>([])
  const rest = facts.appearances.filter(({ performerId }) => performerId !== appearance.performerId)
  const isList = part === 'consents'
  const stored = isList ? (appearance.consents[index] ?? null) : appearance[part]
  const fields = partFields[part].map((field: FactField) =>
    field.name === 'partnerIds'
      ? { ...field, options: Object.fromEntries(rest.map(({ performerId, name }) => [performerId, name])) }
      : field,
  )
  const send = async (entered: Record<string, unknown>) => {
    const all = [appearance.performerId, ...others]
    // All contracts get the same list of partners: each must name the others, and its own name does no harm.
    const cast = others.length > 0 && part === 'contract' ? { partnerIds: named(entered, all) } : {}
    if (!isList) return save.appearances(all, { [part]: { ...entered, ...cast } })
    const consents = appearance.consents.map(({ proof: _, ...consent }) => consent)
    return save.appearances([appearance.performerId], {
      consents: consents.toSpliced(index, 1, entered as never),
    })
  }
  return (
    <FactsDialog
      title={`${appearance.name}の${partTitles[part]}`}
      fields={fields}
      stored={stored}
      save={send}
      clear={
        stored && !isList ? () => save.appearances([appearance.performerId], { [part]: null }) : undefined
      }
      onClose={onClose}
    >
      {!isList && part !== 'ended' && rest.length > 0 && (
        <Checkbox.Group
          label="同じ内容を入力するほかの出演者"
          description="すでに入力されている内容は置き換わります。"
          value={others}
          onChange={setOthers}
        >
          <Stack gap={6} mt={6}>
            {rest.map(({ performerId, name }) => (
              <Checkbox key={performerId} value={performerId} label={name} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
    </FactsDialog>
  )
}
