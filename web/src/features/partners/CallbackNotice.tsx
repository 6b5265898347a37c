import { type Partner, resumeCallbacks } from '@kyc/contract/partners.ts'
import { Box, Group } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { failureText } from '../../api/failure-text.ts'
import { queryKey } from '../../api/queries.ts'
import { Alert } from '../../ui/Alert.tsx'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { showToast } from '../../ui/toast.ts'
import { stopReasons } from './partner-text.ts'

/** Why callbacks fail or are stopped, and the button to resume them. */
export function CallbackNotice({ partner }: { partner: Partner }) {
  const queries = useQueryClient()
  const resume = useMutation({
    mutationFn: () => call(resumeCallbacks, { params: { id: partner.id } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: queryKey('partners') })
      showToast('送信を再開しました')
    },
  })
  if (partner.callbackStop === null) {
    if (!partner.failingSince || partner.disabled) return null
    return (
      <Alert tone="wait" title="送信に失敗しています" mb={16}>
        {formatDateTime(partner.failingSince)}
        （日本時間）から、送信が成功していません。5日続くと、自動で停止します。
      </Alert>
    )
  }
  return (
    <Group gap="sm" mb="md">
      <Box flex="1 1 320px">
        <Alert title="送信を停止しています">
          {stopReasons[partner.callbackStop]}
          再開すると、届いていない結果を順に送ります。
          {resume.isError && (
            <>
              <br />
              {failureText(resume.error)}
            </>
          )}
        </Alert>
      </Box>
      <BusyButton variant="default" onClick={() => resume.mutate()} busy={resume.isPending}>
        送信を再開
      </BusyButton>
    </Group>
  )
}
