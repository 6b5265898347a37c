import { limits } from '@kyc/contract/limits.ts'
import { listSealedPerformers } from '@kyc/contract/sealed-performers.ts'
import { IconArchive } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { pageQuery } from '../../../api/queries.ts'
import { paths } from '../../../paths.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { AppLink } from '../../../ui/AppLink.tsx'
import { formatCount, formatTotal } from '../../../ui/format.ts'

/** For superadmins: sealed records whose retention ends soon, and requests that wait for another superadmin. */
export function SealedNotice({ ending }: { ending: number }) {
  const requested = useQuery(pageQuery(listSealedPerformers, { query: { filter: 'requested', limit: 1 } }))
  const requests = requested.data?.total ?? 0
  if (ending === 0 && requests === 0) return null
  return (
    <Alert tone="wait" icon={IconArchive} mb={16}>
      {ending > 0 && (
        <div>
          <AppLink href={paths.sealedRecords({ filter: 'ending' })}>
            {limits.sealedEndingDays}日以内に保存期限が来る記録 {endingText(ending)}
          </AppLink>
        </div>
      )}
      {requested.data && requests > 0 && (
        <div>
          <AppLink href={paths.sealedRecords({ filter: 'requested' })}>
            破棄の申請 {formatTotal(requested.data, '件')}
          </AppLink>
        </div>
      )}
    </Alert>
  )
}

/** The server counts up to a bound. */
function endingText(ending: number): string {
  return ending < limits.countBound ? `${formatCount(ending)}件` : `${formatCount(limits.countBound)}件以上`
}
