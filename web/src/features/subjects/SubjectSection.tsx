import type { Performer } from '@kyc/contract/performers.ts'
import { listPerformerRequests } from '@kyc/contract/subjects.ts'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callQuery } from '../../api/queries.ts'
import { useSession } from '../../session/use-session.ts'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { Section } from '../../ui/Section.tsx'
import { TextSkeleton } from '../../ui/Skeletons.tsx'
import { useReturnFocus } from '../../ui/use-return-focus.ts'
import { NewRequestDialog } from './RequestDialogs.tsx'
import { RequestList } from './RequestList.tsx'
import { SubjectExportButton } from './SubjectExportButton.tsx'
import classes from './subjects.module.css'

/** The requests of a performer and the export of the record (D77), for admins; auditors only read them. */
export function SubjectSection({ performer }: { performer: Pick<Performer, 'id' | 'name'> }) {
  const { isAdmin } = useSession()
  const [asking, setAsking] = useState(false)
  useReturnFocus(asking)
  const requests = useQuery(callQuery(listPerformerRequests, { params: { id: performer.id } }))
  return (
    <Section
      title="開示等の請求"
      action={
        isAdmin && (
          <div className={classes.acts}>
            <SubjectExportButton performerId={performer.id} />
            <Button variant="default" leftSection={<IconPlus size={17} />} onClick={() => setAsking(true)}>
              請求を記録
            </Button>
          </div>
        )
      }
    >
      {requests.isPending && (
        <div className={classes.state}>
          <TextSkeleton lines={2} />
        </div>
      )}
      {requests.isError && !requests.data && (
        <div className={classes.state} role="alert">
          請求を取得できませんでした
          <BusyButton variant="subtle" onClick={() => void requests.refetch()} busy={requests.isFetching}>
            再試行
          </BusyButton>
        </div>
      )}
      {requests.data?.length === 0 && <p className={classes.state}>ご本人からの請求はありません</p>}
      {requests.data && requests.data.length > 0 && <RequestList requests={requests.data} />}
      {asking && <NewRequestDialog performer={performer} onClose={() => setAsking(false)} />}
    </Section>
  )
}
