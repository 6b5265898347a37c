import { Button } from '@mantine/core'
import { IconZoomExclamation } from '@tabler/icons-react'
import { AppLink } from './AppLink.tsx'
import { EmptyState } from './EmptyState.tsx'
import { ErrorState, type ErrorStateProps } from './ErrorState.tsx'
import { PageHeader } from './PageHeader.tsx'
import type { Back } from './way-back.ts'

export interface RecordFailedProps extends ErrorStateProps {
  /** What the page shows, such as 出演者. */
  record: string
  /** The title of the page, if it is not that of the record. */
  pageTitle?: string
  /** The list that the record belongs to. */
  back: Back
  missing: boolean
  /** The title for a missing record, such as 出演者が見つかりません. */
  missingTitle: string
}

/**
 * Shown instead of a record that failed to load. A missing record and a hidden one show the same message (D2)
 * and no retry.
 */
export function RecordFailed(props: RecordFailedProps) {
  const { record, pageTitle = record, back, missing, missingTitle, ...failure } = props
  return (
    <>
      <PageHeader title={pageTitle} back={back} />
      {missing ? (
        <EmptyState
          icon={IconZoomExclamation}
          title={missingTitle}
          action={
            <Button component={AppLink} href={back.href} state={back.state}>
              {back.label}へ
            </Button>
          }
        >
          削除されたか、アドレスが正しくない可能性があります。
        </EmptyState>
      ) : (
        <ErrorState {...failure} />
      )}
    </>
  )
}
