import { limits } from '@kyc/contract/limits.ts'
import { listPartners } from '@kyc/contract/partners.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { callPaged } from '../../api/call.ts'
import { failedQuery } from '../../api/failed-query.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { useSession } from '../../session/use-session.ts'
import { CountBadge } from '../../ui/CountBadge.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Forbidden } from '../../ui/Forbidden.tsx'
import { formatTotal } from '../../ui/format.ts'
import frame from '../../ui/frame.module.css'
import { IconBuildingStore, IconPlus } from '../../ui/icons.ts'
import { KeysetPages } from '../../ui/KeysetPages.tsx'
import { ListFailed } from '../../ui/ListFailed.tsx'
import { ListSkeleton } from '../../ui/ListSkeleton.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Button } from '../../ui/mantine/Button.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { PartnerTable } from './PartnerTable.tsx'

// The dialog is a separate chunk, loaded when it opens.
const RegisterPartnerDialog = lazyPart(() =>
  import('./RegisterPartnerDialog.tsx').then((m) => m.RegisterPartnerDialog),
)

/** /partners (D33): the platforms that send users to /kyc/register, for superadmins (D4). */
export function PartnersPage() {
  const { isSuperadmin } = useSession()
  return isSuperadmin ? <Partners /> : <Forbidden title="提携先" />
}

function Partners() {
  const search = useSearch({ from: '/signed-in/partners' })
  const navigate = useNavigate({ from: '/partners' })
  const [registering, setRegistering] = useState(false)
  const list = useQuery({
    queryKey: queryKeys.partnerList(search),
    queryFn: ({ signal }) => callPaged(listPartners, { query: search, signal }),
    placeholderData: keepPreviousData,
  })
  const register = (
    <Button leftSection={<IconPlus size={17} />} onClick={() => setRegistering(true)}>
      提携先を登録
    </Button>
  )
  const empty = list.data?.items.length === 0
  return (
    <>
      <PageHeader
        title="提携先"
        badge={list.data && <CountBadge announced>{formatTotal(list.data, '社')}</CountBadge>}
        actions={!empty && register}
      />
      {list.isPending && (
        <ListSkeleton
          head={<PartnerTable partners={[]} />}
          columns={['1fr', '80px', '128px', '1fr', '144px']}
          rows={4}
          twoLines
          cardHeight={168}
        />
      )}
      {list.isError && (
        <ListFailed
          title="提携先の一覧を取得できませんでした"
          {...failedQuery(list, () => navigate({ search: {} }))}
        />
      )}
      {list.data && empty && (
        <div className={frame.card}>
          <EmptyState icon={IconBuildingStore} title="提携先はまだありません" action={register}>
            提携先を登録すると、その会員が本人確認の画面を利用できるようになります。会社IDと、結果の送信先をご用意ください。
          </EmptyState>
        </div>
      )}
      {list.data && !empty && (
        <>
          <div className={frame.card} data-plain aria-busy={list.isPlaceholderData}>
            <PartnerTable partners={list.data.items} />
          </div>
          <KeysetPages
            cursor={search.cursor}
            next={list.data.next}
            size={`${limits.page.size}社`}
            onGo={(cursor, state) => void navigate({ search: { cursor }, state })}
          />
        </>
      )}
      {registering && <RegisterPartnerDialog onClose={() => setRegistering(false)} />}
    </>
  )
}
