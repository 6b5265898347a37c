import type { Performer } from '@kyc/contract/performers.ts'
import { listPerformerRequests } from '@kyc/contract/subjects.ts'
import { Box, Button, Group, Text } from '@mantine/core'
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

/** The requests of a performer and the export of the record, for admins; auditors only read them. */
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
          <Group gap="xs">
            <SubjectExportButton performerId={performer.id} />
            <Button variant="default" leftSection={<IconPlus size={17} />} onClick={() => setAsking(true)}>
              請求を記録
            </Button>
          </Group>
        )
      }
    >
      {requests.isPending && (
        <Box px="md" py="sm">
          <TextSkeleton lines={2} />
        </Box>
      )}
      {requests.isError && !requests.data && (
        <Group gap="xs" px="md" py="sm" c="dimmed" role="alert">
          請求を取得できませんでした
          <BusyButton variant="subtle" onClick={() => void requests.refetch()} busy={requests.isFetching}>
            再試行
          </BusyButton>
        </Group>
      )}
      {requests.data?.length === 0 && (
        <Text px="md" py="sm" c="dimmed">
          ご本人からの請求はありません
        </Text>
      )}
      {requests.data && requests.data.length > 0 && <RequestList requests={requests.data} />}
      {asking && <NewRequestDialog performer={performer} onClose={() => setAsking(false)} />}
    </Section>
  )
}
