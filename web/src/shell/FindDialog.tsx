import { performerStatusLabels } from '@kyc/contract/labels.ts'
import { limits } from '@kyc/contract/limits.ts'
import { listPerformers } from '@kyc/contract/performers.ts'
import { listVideos } from '@kyc/contract/videos.ts'
import { Box, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch, IconUsers, IconVideo } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { messageOf } from '../api/failure-text.ts'
import { pageQuery } from '../api/queries.ts'
import { paths } from '../paths.ts'
import { useOrganisationId } from '../session/use-organisations.ts'
import { useSession } from '../session/use-session.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { useGo } from '../ui/go.tsx'
import text from '../ui/text.module.css'
import classes from './FindDialog.module.css'

const searchDelay = 300
/** The most results of each kind. */
const limit = 6

/**
 * Searches performers and videos that the account may see, and opens the chosen one. The text is in no URL
 * (D62). The focus stays in the field; arrow keys choose a result.
 */
export function FindDialog({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), searchDelay)
  const found = useResults(search)
  const [chosen, setChosen] = useState<string | null>(null)
  const current = found.results.find(({ href }) => href === chosen) ?? found.results[0]
  const listId = useId()
  const go = useGo()
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || !current) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      const { results } = found
      setChosen(results.at((results.indexOf(current) + step) % results.length)?.href ?? null)
    } else if (event.key === 'Enter') {
      onClose()
      void go(current.href)
    } else return
    event.preventDefault()
  }
  return (
    <Dialog title="検索" size={560} onClose={onClose}>
      <TextInput
        type="search"
        role="combobox"
        autoComplete="off" // names stay out of the form history (D62)
        size="md"
        mt={4} // keeps the focus outline clear of the title bar
        aria-label="出演者・動画を検索"
        aria-expanded={found.results.length > 0}
        aria-controls={listId}
        aria-activedescendant={current && `${listId}-${current.href}`}
        aria-autocomplete="list"
        placeholder="氏名・ローマ字・外部ID・動画のタイトル"
        maxLength={limits.searchChars}
        leftSection={<IconSearch size={18} aria-hidden />}
        value={typed}
        data-autofocus
        ref={focusAtOnce}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Text size="xs" c="dimmed" mih={24} my="xs" role="status">
        {found.summary}
      </Text>
      <Box id={listId} role="listbox" aria-label="検索結果" mih={240}>
        {found.results.map((result) => (
          <Option
            key={result.href}
            id={`${listId}-${result.href}`}
            result={result}
            chosen={result === current}
            onClose={onClose}
          />
        ))}
      </Box>
    </Dialog>
  )
}

/** Letters typed right after Ctrl K belong to the field; the dialog itself moves the focus later. */
function focusAtOnce(field: HTMLInputElement | null): void {
  field?.focus()
}

interface Result {
  readonly kind: '出演者' | '動画'
  readonly href: string
  readonly name: string
  readonly note: string
}

function useResults(search: string): { results: readonly Result[]; summary: string } {
  const enabled = search !== ''
  const { readsAll } = useSession()
  const selected = useOrganisationId()
  // Admins find the records of all organisations, even if they have selected one.
  const organisation = readsAll ? undefined : selected
  const input = { query: { organisation, search, limit } }
  const performers = useQuery({ ...pageQuery(listPerformers, input), enabled })
  const videos = useQuery({ ...pageQuery(listVideos, input), enabled })
  if (!enabled) return { results: [], summary: '' }
  const error = performers.error ?? videos.error
  if (error) return { results: [], summary: messageOf(error) }
  if (!performers.data || !videos.data) return { results: [], summary: '検索しています' }
  const results: Result[] = [
    ...performers.data.items.map((performer) => ({
      kind: '出演者' as const,
      href: paths.performer(performer.id),
      name: `${performer.lastName} ${performer.firstName}`,
      note: `${performer.lastNameRoman} ${performer.firstNameRoman}・${performerStatusLabels[performer.status]}`,
    })),
    ...videos.data.items.map((video) => ({
      kind: '動画' as const,
      href: paths.video(video.id),
      name: video.title,
      note: `出演者 ${video.performerCount}名`,
    })),
  ]
  if (results.length === 0) return { results, summary: '見つかりません。検索語を短くしてお試しください。' }
  const more = performers.data.next !== null || videos.data.next !== null
  const summary = `${results.length}件を表示しています`
  return { results, summary: more ? `${summary}。検索語を足すと絞り込めます。` : summary }
}

interface OptionProps {
  id: string
  result: Result
  chosen: boolean
  onClose: () => void
}

function Option({ id, result, chosen, onClose }: OptionProps) {
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (chosen) link.current?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  const Icon = result.kind === '動画' ? IconVideo : IconUsers
  return (
    <AppLink
      ref={link}
      id={id}
      role="option"
      aria-selected={chosen}
      tabIndex={-1}
      className={classes.option}
      href={result.href}
      onClick={onClose}
    >
      <Icon size={20} aria-hidden />
      <span>
        <span className={text.name}>{result.name}</span>
        <span className={text.second}>
          {result.kind}・{result.note}
        </span>
      </span>
    </AppLink>
  )
}
