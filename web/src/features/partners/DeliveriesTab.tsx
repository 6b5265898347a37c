import { deliveryStates, listDeliveries } from '@kyc/contract/deliveries.ts'
import type { Partner } from '@kyc/contract/partners.ts'
import { IconRefresh, IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { pageQuery } from '../../api/queries.ts'
import { type PartnerSearch, paths } from '../../paths.ts'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FilterChips } from '../../ui/FilterChips.tsx'
import frame from '../../ui/frame.module.css'
import { KeysetList } from '../../ui/KeysetList.tsx'
import { TableSkeleton } from '../../ui/Skeletons.tsx'
import { DeliveryTable } from './DeliveryTable.tsx'
import { deliveryStateLabels } from './partner-text.ts'

/** Deliveries with their attempts, and the button to resend one. */
export function DeliveriesTab({ partner, search }: { partner: Partner; search: PartnerSearch }) {
  const { state, cursor } = search
  const list = useQuery(pageQuery(listDeliveries, { params: { id: partner.id }, query: { state, cursor } }))
  return (
    <section aria-label="送信">
      <div className={frame.tools}>
        <StateChips partner={partner} chosen={state} />
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
        failure="送信の一覧を取得できませんでした"
        loading={
          <div className={frame.card}>
            <TableSkeleton rows={6} columns={['172px', '1fr', '136px', '64px', '120px', '80px']} twoLines />
          </div>
        }
        empty={
          <EmptyState icon={IconSend} title={state ? '条件に合う送信はありません' : '送信はまだありません'}>
            本人確認の結果とWebhookのイベントの送信が、ここに表示されます。
          </EmptyState>
        }
        plain
        unit="件"
      >
        {(deliveries) => <DeliveryTable partner={partner} deliveries={deliveries} />}
      </KeysetList>
    </section>
  )
}

function StateChips({ partner, chosen }: { partner: Partner; chosen: PartnerSearch['state'] }) {
  const chips = [undefined, ...deliveryStates].map((state) => ({
    label: state ? deliveryStateLabels[state] : 'すべて',
    href: paths.partner(partner.id, { tab: 'deliveries', state }),
    chosen: state === chosen,
  }))
  return <FilterChips label="結果で絞り込む" chips={chips} />
}
