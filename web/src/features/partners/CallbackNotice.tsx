import { type Partner, resumeCallbacks } from '@kyc/contract/partners.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { failureText } from '../../api/failure-text.ts'
import { queryKey } from '../../api/queries.ts'
import { Alert } from '../../ui/Alert.tsx'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { showToast } from '../../ui/toast.ts'
import { stopReasons } from './partner-text.ts'
import classes from './partners.module.css'

/** Why callbacks fail or are stopped, and the button to resume them (D35). */
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
      <div className={classes.notice}>
        <div className={classes.noticeText}>
          <Alert tone="wait" title="送信に失敗しています">
            {formatDateTime(partner.failingSince)}
            （日本時間）から、送信が成功していません。5日続くと、自動で停止します。
          </Alert>
        </div>
      </div>
    )
  }
  return (
    <div className={classes.notice}>
      <div className={classes.noticeText}>
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
      </div>
      <BusyButton variant="default" onClick={() => resume.mutate()} busy={resume.isPending}>
        送信を再開
      </BusyButton>
    </div>
  )
}
