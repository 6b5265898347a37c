import { Button } from '@mantine/core'
import { IconPackage } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { OrganisationChip } from '../../session/OrganisationChip.tsx'
import { ofOrganisation } from '../../session/OrganisationGate.tsx'
import { useRegisterRefusal } from '../../session/use-organisations.ts'
import { useSession } from '../../session/use-session.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { CountBadge } from '../../ui/CountBadge.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { formatTotal } from '../../ui/format.ts'
import { KeysetList } from '../../ui/KeysetList.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { CardsSkeleton } from '../../ui/Skeletons.tsx'
import { PackLines } from './PackLines.tsx'
import { usePacks } from './pack-queries.ts'

/** /evidence (D109): the packs of one organisation, newest first. Without a filter, admins see those of all. */
export const EvidencePage = ofOrganisation(Packs)

function Packs() {
  const search = useSearch({ from: '/signed-in/evidence' })
  const { isAdmin } = useSession()
  const refusal = useRegisterRefusal()
  const list = usePacks(search)
  return (
    <>
      <PageHeader
        title="証拠パック"
        badge={list.data && <CountBadge announced>{formatTotal(list.data, '件')}</CountBadge>}
        actions={
          <Button component={AppLink} href={paths.videos()} variant="default">
            動画を選んで作成
          </Button>
        }
      >
        配信事業者、カード会社、米国の検査、ご本人に渡す記録の写しです。リンクは7日で終わり、ファイルも削除されます。
      </PageHeader>
      <OrganisationChip />
      <KeysetList
        query={list}
        failure="証拠パックの一覧を取得できませんでした"
        loading={<CardsSkeleton cards={4} height={96} />}
        empty={
          <EmptyState
            icon={IconPackage}
            title="証拠パックはありません"
            action={
              <Button component={AppLink} href={paths.videos()}>
                動画を選んで作成
              </Button>
            }
          >
            動画の一覧で選ぶか、動画または出演者の画面から作成すると、ここに並びます。
          </EmptyState>
        }
        unit="件"
      >
        {(packs) => (
          <PackLines packs={packs} named refused={{ disabled: !isAdmin && refusal !== undefined }} />
        )}
      </KeysetList>
    </>
  )
}
