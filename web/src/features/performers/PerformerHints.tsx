import { type Hint, hintLabels, listHints } from '@kyc/contract/hints.ts'
import { documentTypeLabels } from '@kyc/contract/labels.ts'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { Alert } from '../../ui/Alert.tsx'
import { AppLink } from '../../ui/AppLink.tsx'
import { BusyButton } from '../../ui/BusyButton.tsx'
import classes from './PerformerHints.module.css'

/** What the performer has in common with other records, as a hint that decides nothing (D65). Nothing without hints. */
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
  if (!hints.data || hints.data.length === 0) return null
  return (
    <Alert tone="wait" role="status" title="他の登録と一致の可能性">
      <ul className={classes.list}>
        {hints.data.map((hint) => (
          <li key={`${hint.kind} ${hint.documentType} ${hint.performer?.id}`}>
            {hintLabels[hint.kind]}
            {hint.documentType && `（${documentTypeLabels[hint.documentType]}）`}：<Other hint={hint} />
          </li>
        ))}
      </ul>
    </Alert>
  )
}

function Other({ hint: { performer } }: { hint: Hint }) {
  if (!performer) return '別の組織の登録'
  return <AppLink href={paths.performer(performer.id)}>{performer.name}</AppLink>
}
