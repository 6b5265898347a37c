import { endPerformerHold, holdPerformer, listLegalHolds } from '@kyc/contract/legal-holds.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { failedQuery } from '../../api/failed-query.ts'
import { callQuery } from '../../api/queries.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Section } from '../../ui/Section.tsx'
import { TextSkeleton } from '../../ui/Skeletons.tsx'
import { showToast } from '../../ui/toast.ts'
import { HoldSection } from './HoldSection.tsx'

const note = {
  held: '保全を解除するまで、書類の一部を隠すことや裏面の削除はできません。この出演者を削除しても、記録は破棄されません。',
  notHeld: '紛争や調査に必要な記録を保全すると、出演者を削除した後も含めて、記録と書類が破棄されません。',
}
const effect = {
  hold: '保全を解除するまで、この記録と書類は破棄されません。組織のメンバーには表示されません。',
  end: '解除すると、書類の一部を隠すことや裏面の削除ができるようになります。',
}

/** The legal holds of a record that is not deleted, for superadmins. */
export function PerformerHold({ performerId }: { performerId: string }) {
  const params = { id: performerId }
  const query = callQuery(listLegalHolds, { params })
  const queries = useQueryClient()
  const holds = useQuery(query)
  if (!holds.data) {
    return (
      <Section title="保全">
        {holds.isPending ? (
          <TextSkeleton lines={2} />
        ) : (
          <ErrorState title="保全の状況を取得できませんでした" {...failedQuery(holds)} />
        )}
      </Section>
    )
  }
  return (
    <HoldSection
      {...holds.data}
      note={note}
      effect={effect}
      hold={(body) => call(holdPerformer, { params, body })}
      end={(body) => call(endPerformerHold, { params, body })}
      onDone={async (after, toast) => {
        queries.setQueryData(query.queryKey, after)
        showToast(toast)
      }}
    />
  )
}
