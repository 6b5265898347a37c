import { endOtherSessions, endOwnSession, listOwnSessions } from '@kyc/contract/account.ts'
import type { SessionInfo } from '@kyc/contract/users.ts'
import { Box, Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { failedQuery } from '../../api/failed-query.ts'
import { failureText } from '../../api/failure-text.ts'
import { callQuery, queryKey } from '../../api/queries.ts'
import { ActDialog } from '../../ui/ActDialog.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Section } from '../../ui/Section.tsx'
import { TextSkeleton } from '../../ui/Skeletons.tsx'
import { showToast } from '../../ui/toast.ts'
import { SessionList } from './SessionList.tsx'

export function OwnSessions() {
  const [confirming, setConfirming] = useState(false)
  const sessions = useQuery(callQuery(listOwnSessions))
  const others = sessions.data?.filter((session) => !session.current).length ?? 0
  return (
    <Section
      title="ログイン中の端末"
      action={
        others > 0 && (
          <Button variant="default" onClick={() => setConfirming(true)}>
            ほかの端末をすべてログアウト
          </Button>
        )
      }
    >
      {sessions.isPending && (
        <Box p="md">
          <TextSkeleton lines={4} />
        </Box>
      )}
      {sessions.isError && (
        <ErrorState title="ログイン中の端末を取得できませんでした" {...failedQuery(sessions)} />
      )}
      {sessions.data && (
        <SessionList
          sessions={sessions.data}
          action={(session) => !session.current && <EndSession session={session} />}
        />
      )}
      {confirming && <EndOthers onClose={() => setConfirming(false)} />}
    </Section>
  )
}

function EndSession({ session }: { session: SessionInfo }) {
  const queries = useQueryClient()
  const end = useMutation({
    mutationFn: () => call(endOwnSession, { params: { id: session.id } }),
    // Refetches after a failure too, since a session that has already ended must leave the list.
    onSettled: () => queries.invalidateQueries({ queryKey: queryKey('account.sessions') }),
  })
  const alreadyEnded = end.error instanceof ApiError && end.error.status === 404
  return (
    <>
      <BusyButton
        variant="default"
        aria-label={`${session.device}をログアウト`}
        busy={end.isPending}
        onClick={() => end.mutate()}
      >
        ログアウト
      </BusyButton>
      {end.isError && !alreadyEnded && <Alert w="100%" title={failureText(end.error)} />}
    </>
  )
}

function EndOthers({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient()
  return (
    <ActDialog
      title="ほかの端末のログアウト"
      confirm="すべてログアウト"
      act={() => call(endOtherSessions)}
      onDone={async () => {
        await queries.invalidateQueries({ queryKey: queryKey('account.sessions') })
        onClose()
        showToast('ほかの端末をログアウトしました')
      }}
      onClose={onClose}
    >
      この端末以外のログインをすべて終了しますか？
    </ActDialog>
  )
}
