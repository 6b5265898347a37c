import { paths } from '../../paths.ts'
import { Alert } from '../../ui/Alert.tsx'
import { AppLink } from '../../ui/AppLink.tsx'
import { formatCount } from '../../ui/format.ts'

interface OpenTakedownsProps {
  open: number
  /** Of the open ones, those past their due time. */
  overdue: number
}

/** The requests to take a title down that are not closed (D108); their due times are counted in hours. */
export function OpenTakedowns({ open, overdue }: OpenTakedownsProps) {
  if (open === 0) return null
  return (
    <Alert
      tone={overdue > 0 ? 'bad' : 'wait'}
      role="status"
      mb={16}
      title={
        overdue > 0
          ? `公開停止の申し出が${formatCount(open)}件あり、うち${formatCount(overdue)}件は期限を過ぎています`
          : `公開停止の申し出が${formatCount(open)}件あります`
      }
    >
      <AppLink href={paths.takedowns()}>申し出を開く</AppLink>
    </Alert>
  )
}
