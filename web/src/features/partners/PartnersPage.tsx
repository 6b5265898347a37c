import { listPartners } from '@kyc/contract/partners.ts'
import { Button } from '@mantine/core'
import { IconBuildingStore, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { pageQuery } from '../../api/queries.ts'
import { Forbidden } from '../../session/Forbidden.tsx'
import { useSession } from '../../session/use-session.ts'
import { CountBadge } from '../../ui/CountBadge.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { formatTotal } from '../../ui/format.ts'
import { KeysetList } from '../../ui/KeysetList.tsx'
import { ListSkeleton } from '../../ui/ListSkeleton.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { PartnerTable } from './PartnerTable.tsx'
import { RegisterPartnerDialog } from './RegisterPartnerDialog.tsx'

/** /partners: the platforms that send users to /kyc/register, for superadmins (D4). */
export function PartnersPage() {
  const { isSuperadmin } = useSession()
  return isSuperadmin ? <Partners /> : <Forbidden title="提携先" />
}

function Partners() {
  const search = useSearch({ from: '/signed-in/partners' })
  const [registering, setRegistering] = useState(false)
  const list = useQuery(pageQuery(listPartners, { query: search }))
  const register = (
    <Button leftSection={<IconPlus size={17} />} onClick={() => setRegistering(true)}>
      提携先を登録
    </Button>
  )
  return (
    <>
      <PageHeader
        title="提携先"
        badge={list.data && <CountBadge announced>{formatTotal(list.data, '社')}</CountBadge>}
        actions={list.data?.items.length !== 0 && register}
      />
      <KeysetList
        query={list}
        failure="提携先の一覧を取得できませんでした"
        loading={
          <ListSkeleton
            head={<PartnerTable partners={[]} />}
            columns={['1fr', '80px', '128px', '1fr', '144px']}
            rows={4}
            twoLines
            cardHeight={168}
          />
        }
        empty={
          <EmptyState icon={IconBuildingStore} title="提携先はまだありません" action={register}>
            提携先を登録すると、その会員が本人確認の画面を利用できるようになります。会社IDと、結果の送信先をご用意ください。
          </EmptyState>
        }
        plain
        unit="社"
      >
        {(partners) => <PartnerTable partners={partners} />}
      </KeysetList>
      {registering && <RegisterPartnerDialog onClose={() => setRegistering(false)} />}
    </>
  )
}
