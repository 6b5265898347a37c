import { getReviewCase } from '@kyc/contract/review.ts'
import { useQuery } from '@tanstack/react-query'
import { failedQuery } from '../../api/failed-query.ts'
import { callQuery } from '../../api/queries.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Section } from '../../ui/Section.tsx'
import { TextSkeleton } from '../../ui/Skeletons.tsx'
import { CaseNotes } from './CaseNotes.tsx'

/** The notes of reviewers, for admins and auditors. */
export function NotesSection({ performerId }: { performerId: string }) {
  const detail = useQuery(callQuery(getReviewCase, { params: { id: performerId } }))
  return (
    <Section title="管理者用メモ">
      {detail.isPending && <TextSkeleton lines={2} />}
      {detail.isError && !detail.data && (
        <ErrorState title="メモを取得できませんでした" {...failedQuery(detail)} />
      )}
      {detail.data && <CaseNotes performerId={performerId} notes={detail.data.notes} />}
    </Section>
  )
}
