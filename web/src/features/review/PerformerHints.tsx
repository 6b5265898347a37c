import { type Hint, hintLabels, listHints } from '@kyc/contract/hints.ts'
import { documentTypeLabels } from '@kyc/contract/labels.ts'
import { Box } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { callQuery } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { Alert } from '../../ui/Alert.tsx'
import { AppLink } from '../../ui/AppLink.tsx'
import { BusyButton } from '../../ui/BusyButton.tsx'

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
      <Box component="ul" mt={4} mb={0} pl="1.2em">
        {groupsOf(hints.data).map(({ kind, documentType, others }) => (
          <li key={`${kind} ${documentType}`}>
            <p>
              {hintLabels[kind]}
              {documentType && `（${documentTypeLabels[documentType]}）`}：
              {others.slice(0, mostNamed).map((other, at) => (
                <Fragment key={other?.id ?? ''}>
                  {at > 0 && '、'}
                  {other ? (
                    <AppLink href={paths.performer(other.id)}>{other.name}</AppLink>
                  ) : (
                    '別の組織の登録'
                  )}
                </Fragment>
              ))}
              {others.length > mostNamed && ` ほか${others.length - mostNamed}件`}
            </p>
          </li>
        ))}
      </Box>
    </Alert>
  )
}

/** The others of one line; a template that everyone sends would fill the page. */
const mostNamed = 3

interface HintGroup extends Pick<Hint, 'kind' | 'documentType'> {
  others: Hint['performer'][]
}

/** The hints by what is shared, in their order. */
function groupsOf(hints: readonly Hint[]): HintGroup[] {
  const groups: HintGroup[] = []
  for (const { kind, documentType, performer } of hints) {
    const group = groups.find((each) => each.kind === kind && each.documentType === documentType)
    if (group) group.others.push(performer)
    else groups.push({ kind, documentType, others: [performer] })
  }
  return groups
}
