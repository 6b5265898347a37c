import { endUserSessions, listUserSessions, type ManagedUser } from '@kyc/contract/users.ts'
import { Paper } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { failedQuery } from '../../api/failed-query.ts'
import { failureText } from '../../api/failure-text.ts'
import { queryKey } from '../../api/queries.ts'
import { Alert } from '../../ui/Alert.tsx'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { Dialog, DialogCancel } from '../../ui/Dialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { TextSkeleton } from '../../ui/Skeletons.tsx'
import { showToast } from '../../ui/toast.ts'
import { SessionList } from '../account/SessionList.tsx'

/** The sessions of an account, with a button that ends all. */
export function SessionsDialog({ user, onClose }: { user: ManagedUser; onClose: () => void }) {
  const queries = useQueryClient()
  const sessions = useQuery({
    queryKey: queryKey('users.sessions', { id: user.id }),
    queryFn: ({ signal }) => call(listUserSessions, { params: { id: user.id }, signal }),
    // Sessions may have changed since the dialog was last open.
    staleTime: 0,
    gcTime: 0,
  })
  const end = useMutation({
    mutationFn: () => call(endUserSessions, { params: { id: user.id } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: queryKey('users.sessions', { id: user.id }) })
      onClose()
      showToast(`${user.name}さんをすべての端末からログアウトしました`)
    },
  })
  const hasSessions = (sessions.data?.length ?? 0) > 0
  return (
    <Dialog
      title={`${user.name}さんのログイン中の端末`}
      size={560}
      onClose={onClose}
      footer={
        <>
          <DialogCancel autoFocus>閉じる</DialogCancel>
          {hasSessions && user.mayManage && (
            <BusyButton size="md" color="red" busy={end.isPending} onClick={() => end.mutate()}>
              すべてログアウト
            </BusyButton>
          )}
        </>
      }
    >
      {sessions.isPending && <TextSkeleton lines={4} />}
      {sessions.isError && (
        <ErrorState title="ログイン中の端末を取得できませんでした" {...failedQuery(sessions)} />
      )}
      {sessions.data && !hasSessions && <p>ログイン中の端末はありません。</p>}
      {sessions.data && hasSessions && (
        <Paper withBorder mb="md">
          <SessionList sessions={sessions.data} />
        </Paper>
      )}
      {end.isError && <Alert title={failureText(end.error)} />}
    </Dialog>
  )
}
