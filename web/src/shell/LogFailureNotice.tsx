import { useLocation } from '@tanstack/react-router'
import { paths } from '../paths.ts'
import { isFailing, useLogVerification } from '../session/use-log-verification.ts'
import { Alert } from '../ui/Alert.tsx'
import { AppLink } from '../ui/AppLink.tsx'

/** On every page of accounts that read all records, while the last verification of the audit log has faults (D39). */
export function LogFailureNotice() {
  const { data } = useLogVerification()
  const { pathname } = useLocation()
  if (!isFailing(data) || pathname === paths.auditLogs()) return null // the page of the log shows the faults
  return (
    <Alert mt={{ base: 'sm', sm: 'md' }} mx={{ base: 'md', sm: 'lg' }}>
      監査ログの検証で問題が見つかりました。<AppLink href={paths.auditLogs()}>内容を確認する</AppLink>
    </Alert>
  )
}
