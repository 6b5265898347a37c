import { requestEmailVerification } from '@kyc/contract/account.ts'
import { limits } from '@kyc/contract/limits.ts'
import { Group, Text } from '@mantine/core'
import { IconMailQuestion } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { call } from '../../api/call.ts'
import { failureText } from '../../api/failure-text.ts'
import { queryKey } from '../../api/queries.ts'
import { useAccountSecurity } from '../../session/use-account-security.ts'
import { useSession } from '../../session/use-session.ts'
import { Alert } from '../../ui/Alert.tsx'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { StateBadge } from '../../ui/StateBadge.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { showToast } from '../../ui/toast.ts'

/** The e-mail address of the signed-in account, marked while unverified (D56). */
export function OwnAddress() {
  const { user } = useSession()
  return (
    <>
      {user.email ?? 'なし'}{' '}
      {!user.emailVerified && (
        <StateBadge tone="wait" icon={IconMailQuestion}>
          未確認
        </StateBadge>
      )}
    </>
  )
}

/** Explains an unverified address and sends the verification mail. */
export function UnverifiedNotice() {
  const { user } = useSession()
  if (user.emailVerified) return null
  return (
    <Alert tone="wait" mb={16} icon={IconMailQuestion} title="メールアドレスが確認されていません">
      {user.email === null ? (
        'このアカウントのメールアドレスは、別のアカウントで使われています。動画サービスで別のメールアドレスを確認すると、次のログインから使えます。登録した内容はそのまま利用できます。'
      ) : (
        <>
          <Text size="xs" mb="xs">
            確認が終わるまで、審査の結果などのメールは届きません。ログインしたまま、確認メールのリンクを開いてください。
          </Text>
          <VerificationMail />
        </>
      )}
    </Alert>
  )
}

function VerificationMail() {
  const queries = useQueryClient()
  const whyId = useId()
  const sentAt = useAccountSecurity().data?.verificationMailAt ?? null
  const nextMailAt = sentAt === null ? 0 : Date.parse(sentAt) + limits.verificationMailEvery
  const tooSoon = nextMailAt > Date.now()
  const send = useMutation({
    mutationFn: () => call(requestEmailVerification),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: queryKey('account.security') })
      showToast('確認メールを送信しました')
    },
  })
  return (
    <>
      {send.isError && <Alert title={failureText(send.error)} />}
      <Group gap="8px 12px">
        <BusyButton
          variant="default"
          disabled={tooSoon}
          busy={send.isPending}
          aria-describedby={whyId}
          onClick={() => send.mutate()}
        >
          確認メールを送信
        </BusyButton>
        <Text span size="xs" c="dimmed" id={whyId}>
          {sentAt !== null && (
            <>
              最後の送信 <Timestamp at={sentAt} />
            </>
          )}
          {tooSoon && '（1時間に1通まで送信できます）'}
        </Text>
      </Group>
    </>
  )
}
