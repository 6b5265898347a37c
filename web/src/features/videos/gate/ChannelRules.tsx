import type { BodyIn } from '@kyc/contract/endpoint.ts'
import { type Channel, listChannels, updateChannel } from '@kyc/contract/readiness.ts'
import { Button, Group, Text } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { callQuery } from '../../../api/queries.ts'
import { useRefused } from '../../../session/EditRefusal.tsx'
import { RuledList } from '../../../ui/RuledList.tsx'
import { Section } from '../../../ui/Section.tsx'
import { useReturnFocus } from '../../../ui/use-return-focus.ts'
import { FactsDialog } from '../facts/FactsDialog.tsx'
import type { FactField } from '../facts/fact-fields.ts'
import { partText } from '../facts/fact-text.ts'
import { refreshVideos } from '../video-queries.ts'

const fields: readonly FactField[] = [
  {
    name: 'consentMonths',
    label: '同意の有効月数',
    kind: 'number',
    hint: 'これより古い同意では、新しい動画を公開できません。規則がないときは、空のままにします。',
  },
  {
    name: 'download',
    label: 'ダウンロード',
    kind: 'yesNo',
    required: true,
    options: { true: 'あり（ダウンロードへの同意が必要です）', false: 'なし' },
  },
]

/** The rules of the channels of the owner, which hold for all its videos (D97). Absent while there is no channel. */
export function ChannelRules({ videoId }: { videoId: string }) {
  const refused = useRefused()
  const queries = useQueryClient()
  const channels = useQuery(callQuery(listChannels, { params: { id: videoId } }))
  const [edited, setEdited] = useState<Channel | null>(null)
  useReturnFocus(edited !== null)
  if (!channels.data || channels.data.length === 0) return null
  const save = async (channel: Channel, part: Record<string, unknown>) => {
    const params = { id: videoId, channelId: channel.id }
    const body = { ...part, version: channel.version } as BodyIn<typeof updateChannel> // the server checks the part
    await call(updateChannel, { params, body })
    await refreshVideos(queries)
  }
  return (
    <Section title="公開先の規則" note="この組織のすべての動画に適用されます">
      <RuledList p="md">
        {channels.data.map((channel) => (
          <Group component="li" key={channel.id} justify="space-between" wrap="nowrap">
            <div>
              <strong>{channel.name}</strong>
              <Text size="sm">{partText(fields, channel)}</Text>
            </div>
            <Button
              variant="default"
              size="xs"
              flex="none"
              leftSection={<IconPencil size={16} />}
              aria-label={`${channel.name}の規則を編集`}
              {...refused}
              onClick={() => setEdited(channel)}
            >
              編集
            </Button>
          </Group>
        ))}
      </RuledList>
      {edited && (
        <FactsDialog
          title={`${edited.name}の規則`}
          fields={fields}
          stored={edited}
          save={(part) => save(edited, part)}
          onClose={() => setEdited(null)}
        />
      )}
    </Section>
  )
}
