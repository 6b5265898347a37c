import { partnerModeLabels } from '@kyc/contract/labels.ts'
import { callOutcomes, listCalls, type PartnerCallEntry } from '@kyc/contract/partner-webhooks.ts'
import type { Partner } from '@kyc/contract/partners.ts'
import { Table } from '@mantine/core'
import { IconApi, IconRefresh, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { pageQuery } from '../../api/queries.ts'
import { type PartnerSearch, paths } from '../../paths.ts'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FilterChips } from '../../ui/FilterChips.tsx'
import frame from '../../ui/frame.module.css'
import { KeysetList } from '../../ui/KeysetList.tsx'
import { ListTable } from '../../ui/ListTable.tsx'
import { TableSkeleton } from '../../ui/Skeletons.tsx'
import { StateBadge } from '../../ui/StateBadge.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import text from '../../ui/text.module.css'
import { secondsText } from './partner-text.ts'

const labels = { all: 'すべて', ok: '成功', failed: 'エラー' } as const

/** The calls of the partner's server in the last 30 days (D112), without their content. */
export function CallsTab({ partner, search }: { partner: Partner; search: PartnerSearch }) {
  const { outcome, cursor } = search
  const list = useQuery(pageQuery(listCalls, { params: { id: partner.id }, query: { outcome, cursor } }))
  const chips = [undefined, ...callOutcomes].map((each) => ({
    label: labels[each ?? 'all'],
    href: paths.partner(partner.id, { tab: 'calls', outcome: each }),
    chosen: each === outcome,
  }))
  return (
    <section aria-label="API呼び出し">
      <div className={frame.tools}>
        <FilterChips label="結果で絞り込む" chips={chips} />
        <BusyButton
          variant="default"
          leftSection={<IconRefresh size={17} />}
          onClick={() => void list.refetch()}
          busy={list.isFetching && !list.isPending}
        >
          更新
        </BusyButton>
      </div>
      <KeysetList
        query={list}
        failure="API呼び出しの記録を取得できませんでした"
        loading={
          <div className={frame.card}>
            <TableSkeleton rows={6} columns={['172px', '1fr', '120px', '120px', '96px']} twoLines />
          </div>
        }
        empty={
          <EmptyState
            icon={IconApi}
            title={outcome ? '条件に合う呼び出しはありません' : '呼び出しはまだありません'}
          >
            提携先のサーバーがAPIを呼び出すと、30日間ここに表示されます。
          </EmptyState>
        }
        plain
        unit="件"
      >
        {(calls) => <CallTable calls={calls} />}
      </KeysetList>
    </section>
  )
}

function CallTable({ calls }: { calls: readonly PartnerCallEntry[] }) {
  return (
    <ListTable
      caption="API呼び出し"
      layout="auto"
      head={
        <>
          <Table.Th>操作</Table.Th>
          <Table.Th w={184}>日時（JST）</Table.Th>
          <Table.Th w={120}>結果</Table.Th>
          <Table.Th w={136}>キー</Table.Th>
          <Table.Th w={96}>所要時間</Table.Th>
        </>
      }
    >
      {calls.map((call) => (
        <Table.Tr key={call.id}>
          <Table.Td>
            <span>
              <code>
                {call.method} {call.path}
              </code>
              <span className={text.second}>リクエストID {call.requestId}</span>
            </span>
          </Table.Td>
          <Table.Td data-label="日時（JST）">
            <Timestamp listed at={call.at} precision="second" />
          </Table.Td>
          <Table.Td data-label="結果">
            <StateBadge {...(call.status < 400 ? { tone: 'ok' } : { tone: 'bad', icon: IconX })}>
              {String(call.status)}
            </StateBadge>
          </Table.Td>
          <Table.Td data-label="キー">
            <span>
              <code>…{call.keyHint}</code>
              <span className={text.second}>{partnerModeLabels[call.mode]}</span>
            </span>
          </Table.Td>
          <Table.Td data-label="所要時間">{secondsText(call.durationMs)}</Table.Td>
        </Table.Tr>
      ))}
    </ListTable>
  )
}
