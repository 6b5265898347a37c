import type { CaseClosure } from '@kyc/contract/case-vocabulary.ts'
import { recordLimits } from '@kyc/contract/record-limits.ts'
import { IconLock } from '@tabler/icons-react'
import { paths } from '../../paths.ts'
import { Alert } from '../../ui/Alert.tsx'
import { AppLink } from '../../ui/AppLink.tsx'
import { closedCaseId } from '../documents/closed-case.ts'

const reasons = {
  final: '再提出できない理由で差し戻されました。',
  resubmissions: `再提出が${recordLimits.review.resubmissions}回に達しました。`,
} as const satisfies Record<CaseClosure, string>

/** Shows members why the case is closed, and how to ask for its reopening. */
export function ClosedNotice({ closure }: { closure: CaseClosure }) {
  return (
    <Alert tone="wait" icon={IconLock} id={closedCaseId} title="この出演者の審査は終了しました" mb={16}>
      {reasons[closure]}書類の提出と登録内容の変更はできません。再開をご希望の場合は、
      <AppLink href={paths.contact()}>お問い合わせ</AppLink>ください。
    </Alert>
  )
}
