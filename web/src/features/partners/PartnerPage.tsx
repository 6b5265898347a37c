import { getPartner, type Partner } from '@kyc/contract/partners.ts'
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { failedQuery } from '../../api/failed-query.ts'
import { callQuery } from '../../api/queries.ts'
import { type PartnerSearch, paths } from '../../paths.ts'
import { Forbidden } from '../../session/Forbidden.tsx'
import { useSession } from '../../session/use-session.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { RecordFailed } from '../../ui/RecordFailed.tsx'
import { RefetchFailed } from '../../ui/RefetchFailed.tsx'
import { TextSkeleton } from '../../ui/Skeletons.tsx'
import { StateBadge } from '../../ui/StateBadge.tsx'
import { TabLinks } from '../../ui/TabLinks.tsx'
import { BasicTab } from './BasicTab.tsx'
import { CallbackNotice } from './CallbackNotice.tsx'
import { CallsTab } from './CallsTab.tsx'
import { CredentialsTab } from './CredentialsTab.tsx'
import { DeliveriesTab } from './DeliveriesTab.tsx'
import { OriginsTab } from './OriginsTab.tsx'
import { PartnerState } from './PartnerState.tsx'
import { WebhooksTab } from './WebhooksTab.tsx'

const back = { label: '提携先', href: paths.partners() }

/** /partners/{id}: one partner with its credentials, origins and deliveries. */
export function PartnerPage() {
  const { isSuperadmin } = useSession()
  return isSuperadmin ? <PartnerLoader /> : <Forbidden title="提携先" />
}

function PartnerLoader() {
  const { id } = useParams({ from: '/signed-in/partners/$id' })
  const search = useSearch({ from: '/signed-in/partners/$id' })
  const record = useQuery(callQuery(getPartner, { params: { id } }))
  if (record.isPending) {
    return (
      <>
        <PageHeader title="提携先" back={back} />
        <TextSkeleton lines={6} />
      </>
    )
  }
  // A failed refetch keeps the page and its unsaved input.
  if (!record.data) {
    return (
      <RecordFailed
        record="提携先"
        missingTitle="提携先が見つかりません"
        back={back}
        title="提携先の情報を取得できませんでした"
        {...failedQuery(record)}
      />
    )
  }
  return (
    <>
      <RefetchFailed query={record} />
      <PartnerView partner={record.data} search={search} />
    </>
  )
}

type TabName = NonNullable<PartnerSearch['tab']>

function PartnerView({ partner, search }: { partner: Partner; search: PartnerSearch }) {
  const tab = search.tab ?? 'basic'
  return (
    <>
      <PageHeader
        title={partner.name}
        windowTitle="提携先の詳細"
        back={back}
        badge={
          <>
            {partner.mode === 'test' && <StateBadge tone="neutral">テスト</StateBadge>}
            <PartnerState partner={partner} />
          </>
        }
      >
        会社ID {partner.companyId}・送信先 {partner.callbackOrigins.join('、')}
      </PageHeader>
      <CallbackNotice partner={partner} />
      <TabLinks
        label="提携先の情報"
        tabs={tabs.map(({ name, label }) => ({
          label,
          href: paths.partner(partner.id, name === 'basic' ? {} : { tab: name }),
          current: tab === name,
        }))}
      />
      {tab === 'basic' && <BasicTab partner={partner} />}
      {tab === 'credentials' && <CredentialsTab partner={partner} />}
      {tab === 'origins' && <OriginsTab partner={partner} />}
      {tab === 'webhooks' && <WebhooksTab partner={partner} />}
      {tab === 'deliveries' && <DeliveriesTab partner={partner} search={search} />}
      {tab === 'calls' && <CallsTab partner={partner} search={search} />}
    </>
  )
}

/** In the order of the page. */
const tabs = [
  { name: 'basic', label: '基本情報' },
  { name: 'credentials', label: 'APIキーと署名' },
  { name: 'origins', label: '許可する送信先' },
  { name: 'webhooks', label: 'Webhook' },
  { name: 'deliveries', label: '送信' },
  { name: 'calls', label: 'API呼び出し' },
] as const satisfies readonly { name: TabName; label: string }[]
