import { type Hint, hintLabels } from '@kyc/contract/hints.ts'
import { documentTypeLabels } from '@kyc/contract/labels.ts'
import { Box } from '@mantine/core'
import { Fragment } from 'react'
import { paths } from '../../paths.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import classes from './Hints.module.css'

/** What a performer has in common with other records, as one line that unfolds (D65). Renders nothing without hints. */
export function Hints({ hints }: { hints: readonly Hint[] }) {
  if (hints.length === 0) return null
  return (
    <details className={classes.hints}>
      <summary>他の登録と一致の可能性（{hints.length}件）</summary>
      <Box component="ul" mt={4} mb={0} pl="1.2em">
        {groupsOf(hints).map(({ kind, documentType, others }) => (
          <li key={`${kind} ${documentType}`}>
            <p>
              {hintLabels[kind]}
              {documentType && `（${documentTypeLabels[documentType]}）`}：
              {others.slice(0, mostNamed).map((other, at) => (
                <Fragment key={other?.id ?? ''}>
                  {at > 0 && '、'}
                  {other ? (
                    // Opens in another tab, so that the review stays open.
                    <AppLink href={paths.performer(other.id)} target="_blank">
                      {other.name}
                    </AppLink>
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
    </details>
  )
}

/** The number of records that one line names: those that share a common template would fill the page. */
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
