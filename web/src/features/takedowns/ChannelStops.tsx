import { acknowledgeStop, type Takedown } from '@kyc/contract/takedowns.ts'
import { Button, Group, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { useRefused } from '../../session/EditRefusal.tsx'
import { ActDialog } from '../../ui/ActDialog.tsx'
import { formatCount } from '../../ui/format.ts'
import { RuledList } from '../../ui/RuledList.tsx'
import { Section } from '../../ui/Section.tsx'
import { StateBadge } from '../../ui/StateBadge.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { showToast } from '../../ui/toast.ts'
import { useTakedownAct } from './takedown-queries.ts'

type Stop = Takedown['stops'][number]

/** The channels on which the titles were on sale, each with its stop or the act to record it. */
export function ChannelStops({ takedown }: { takedown: Takedown }) {
  const { stops, derived } = takedown
  const [recorded, setRecorded] = useState<Stop | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const stopped = stops.filter(({ acknowledgedAt }) => acknowledgedAt !== null).length
  return (
    <Section
      title="公開先の停止"
      note={stops.length > 0 && `${formatCount(stopped)}/${formatCount(stops.length)} 停止済み`}
    >
      {stops.length === 0 ? (
        <Text p="md" c="dimmed">
          {takedown.video === null
            ? '作品を指定すると、停止する公開先がここに並びます。'
            : '公開中の公開先はありませんでした。'}
        </Text>
      ) : (
        <RuledList p="md" ref={list} tabIndex={-1} aria-label="公開先">
          {stops.map((stop) => (
            <StopLine
              key={stop.id}
              stop={stop}
              named={derived.length > 0}
              open={takedown.state !== 'unfounded'}
              onRecord={() => setRecorded(stop)}
            />
          ))}
        </RuledList>
      )}
      {recorded && (
        <RecordStopDialog
          takedown={takedown}
          stop={recorded}
          onClose={() => setRecorded(null)}
          // The button that had the focus is gone.
          onDone={() => list.current?.focus({ preventScroll: true })}
        />
      )}
    </Section>
  )
}

interface StopLineProps {
  stop: Stop
  /** Whether each line names its title, because several titles are stopped. */
  named: boolean
  open: boolean
  onRecord: () => void
}

function StopLine({ stop, named, open, onRecord }: StopLineProps) {
  const refused = useRefused()
  const { channel, address, videoTitle, askedAt, acknowledgedAt, acknowledgedBy } = stop
  return (
    <Group component="li" justify="space-between" gap="8px 16px">
      <div>
        <strong>{channel}</strong>
        {named && `　${videoTitle}`}
        {address && <Address address={address} />}
        <Text size="xs" c="dimmed">
          {acknowledgedAt ? (
            <>
              停止 <Timestamp listed at={acknowledgedAt} />
              {acknowledgedBy && `（${acknowledgedBy}）`}
            </>
          ) : (
            <>
              停止の依頼 <Timestamp listed at={askedAt} />
            </>
          )}
        </Text>
      </div>
      {acknowledgedAt && <StateBadge tone="ok">停止済み</StateBadge>}
      {!acknowledgedAt && open && (
        <Button
          variant="default"
          leftSection={<IconCheck size={17} />}
          aria-label={`${channel}${named ? `（${videoTitle}）` : ''}の停止を記録`}
          {...refused}
          onClick={onRecord}
        >
          停止を記録
        </Button>
      )}
      {!acknowledgedAt && !open && <StateBadge tone="neutral">依頼を取りやめ</StateBadge>}
    </Group>
  )
}

/** Opens in another tab: whether the channel has stopped is seen there. Only web addresses become links. */
function Address({ address }: { address: string }) {
  const isWeb = /^https?:\/\//i.test(address)
  return (
    <Text size="xs" style={{ overflowWrap: 'anywhere' }}>
      {isWeb ? (
        <a href={address} target="_blank" rel="noreferrer">
          {address}
        </a>
      ) : (
        address
      )}
    </Text>
  )
}

interface RecordStopDialogProps {
  takedown: Takedown
  stop: Stop
  onClose: () => void
  onDone: () => void
}

function RecordStopDialog({ takedown, stop, onClose, onDone }: RecordStopDialogProps) {
  const act = useTakedownAct(takedown)
  return (
    <ActDialog
      title="停止の記録"
      confirm="停止を記録"
      act={() => act(() => call(acknowledgeStop, { params: { id: takedown.id, stop: stop.id } }))}
      onDone={() => {
        onClose()
        showToast(`${stop.channel}の停止を記録しました`)
        onDone()
      }}
      onClose={onClose}
    >
      「{stop.channel}」で「{stop.videoTitle}
      」を見られなくなったことを確かめてから、記録してください。公開は今日で終了になります。取り消せません。
    </ActDialog>
  )
}
