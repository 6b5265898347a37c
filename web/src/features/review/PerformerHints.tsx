import { listHints } from '@kyc/contract/hints.ts'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../../api/queries.ts'
import { Alert } from '../../ui/Alert.tsx'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { Hints } from './Hints.tsx'

/** What the performer has in common with other records, as a hint that decides nothing (D65). */
export function PerformerHints({ performerId }: { performerId: string }) {
  const hints = useQuery({ ...callQuery(listHints, { params: { id: performerId } }), gcTime: 10_000 })
  if (hints.isError && !hints.data) {
    return (
      <Alert tone="neutral" title="他の登録との一致を確認できませんでした">
        <BusyButton variant="subtle" onClick={() => void hints.refetch()} busy={hints.isFetching}>
          再試行
        </BusyButton>
      </Alert>
    )
  }
  return <Hints hints={hints.data ?? []} />
}
