import { changeDueMails, getDueMails } from '@kyc/contract/due-mails.ts'
import { Box, Switch } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { failedQuery } from '../../api/failed-query.ts'
import { failureText } from '../../api/failure-text.ts'
import { callQuery, keyOf } from '../../api/queries.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Section } from '../../ui/Section.tsx'
import { TextSkeleton } from '../../ui/Skeletons.tsx'
import { showToast } from '../../ui/toast.ts'

/** Whether the account gets a mail each morning with what is due. */
export function DueMailsSection() {
  const query = useQuery(callQuery(getDueMails))
  return (
    <Section title="期限のまとめメール">
      {query.isError && (
        <ErrorState title="期限のまとめメールの設定を取得できませんでした" {...failedQuery(query)} />
      )}
      {!query.isError && (
        <Box p="md">{query.data ? <Choice wanted={query.data.dueMails} /> : <TextSkeleton lines={2} />}</Box>
      )}
    </Section>
  )
}

function Choice({ wanted }: { wanted: boolean }) {
  const queries = useQueryClient()
  const change = useMutation({
    mutationFn: (dueMails: boolean) => call(changeDueMails, { body: { dueMails } }),
    onSuccess: (after) => {
      queries.setQueryData(keyOf(getDueMails, {}), after)
      showToast(after.dueMails ? '明日の朝からお送りします' : '期限のまとめメールを停止しました')
    },
  })
  return (
    <Switch
      label="毎朝8時に、期限のあるものをまとめて受け取る"
      description="公開停止の申し出、書類・同意・契約の期限、署名待ち、審査待ちの件数と期限です。何もない日は届きません。申し出の期限の前日のメールは、このメールに含めます。期限を過ぎたときのメールは、すぐに届きます。"
      checked={change.isPending ? change.variables : wanted}
      disabled={change.isPending}
      error={change.error && failureText(change.error)}
      onChange={({ currentTarget }) => change.mutate(currentTarget.checked)}
    />
  )
}
