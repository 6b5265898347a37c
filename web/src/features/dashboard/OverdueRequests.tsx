import { paths } from '../../paths.ts'
import { Alert } from '../../ui/Alert.tsx'
import { AppLink } from '../../ui/AppLink.tsx'
import { formatCount } from '../../ui/format.ts'

/** The requests of data subjects past their due date, for admins and auditors (D77); null for users. */
export function OverdueRequests({ count }: { count: number | null }) {
  if (!count) return null
  return (
    <Alert tone="wait" mb={16} title={`回答の期限を過ぎた請求が${formatCount(count)}件あります`}>
      <AppLink href={paths.subjectRequests()}>開示等の請求を開く</AppLink>
    </Alert>
  )
}
