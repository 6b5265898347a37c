import { limits } from '@kyc/contract/limits.ts'
import { assignTakedown, type Takedown } from '@kyc/contract/takedowns.ts'
import { listVideos } from '@kyc/contract/videos.ts'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { pageQuery } from '../../api/queries.ts'
import { FieldLabel } from '../../ui/FieldBadge.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { showToast } from '../../ui/toast.ts'
import { useFormCall } from '../../ui/use-form-call.ts'
import { Message } from '../inquiries/Message.tsx'
import { useTakedownAct } from './takedown-queries.ts'

const typingPause = 200
const shown = 8

/** Names the title of a public notice, which stops it at once. */
export function AssignDialog({ takedown, onClose }: { takedown: Takedown; onClose: () => void }) {
  const act = useTakedownAct(takedown)
  const form = useFormCall({
    initial: { videoId: '' },
    schema: assignTakedown.body,
    body: ({ videoId }) => ({ videoId, version: takedown.version }),
    call: (body) => act(() => call(assignTakedown, { params: { id: takedown.id }, body })),
    onDone: () => {
      onClose()
      showToast('作品を指定し、公開を止めました')
    },
  })
  return (
    <FormDialog
      title="作品の指定"
      submit="指定して公開を止める"
      failed="指定できませんでした"
      disabledReason={form.values.videoId === '' ? '作品を選択してください' : undefined}
      state={form}
      onClose={onClose}
    >
      <p>
        選んだ作品と、そこから作られた動画の公開を、すぐに止めます。組織のメンバーにも、この申し出が表示されます。
      </p>
      {takedown.text && <Message>{takedown.text}</Message>}
      <VideoField value={form.values.videoId} onChange={(videoId) => form.change({ videoId })} />
    </FormDialog>
  )
}

/** Searches the videos of all organisations by title. */
function VideoField({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(null)
  const typed = text === chosen?.label ? '' : text.trim()
  const [search] = useDebouncedValue(typed, typingPause)
  const videos = useQuery({
    ...pageQuery(listVideos, { query: { search, limit: shown } }),
    enabled: search !== '',
  })
  const found = search === '' ? [] : (videos.data?.items ?? [])
  const options = found
    .filter(({ id }) => id !== value)
    .map(({ id, title, externalId, organisation }) => ({
      value: id,
      label: `${title}（${[externalId, organisation.name].filter(Boolean).join('、')}）`,
    }))
  return (
    <Select
      size="md"
      label={<FieldLabel kind="required">作品</FieldLabel>}
      aria-label="作品"
      aria-required
      placeholder="タイトルで検索"
      maxLength={limits.searchChars}
      searchable
      data={chosen ? [chosen, ...options] : options}
      // The server has already filtered the options by the text.
      filter={({ options: all }) => all}
      value={value || null}
      searchValue={text}
      onSearchChange={setText}
      onChange={(id) => {
        setChosen(options.find((option) => option.value === id) ?? null)
        onChange(id ?? '')
      }}
      nothingFoundMessage={typed === '' || videos.isFetching ? undefined : '見つかりません'}
      data-autofocus
    />
  )
}
