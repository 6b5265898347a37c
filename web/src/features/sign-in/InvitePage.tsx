import { inspectInvitation } from '@kyc/contract/sign-in.ts'
import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { failedQuery } from '../../api/failed-query.ts'
import { callQuery } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { Alert } from '../../ui/Alert.tsx'
import { AppLink } from '../../ui/AppLink.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { TextSkeleton } from '../../ui/Skeletons.tsx'
import { AcceptForm } from './AcceptForm.tsx'
import { PublicCard } from './PublicCard.tsx'
import { useLinkToken } from './use-link-token.ts'

/** /invite (D5): shows the invitation and the form that accepts it. */
export function InvitePage() {
  const token = useLinkToken()
  if (token) return <Invitation key={token} token={token} />
  return (
    <PublicCard title="アカウントへのご招待">
      <Text mb={20}>招待のリンクが見つかりません。メールに書かれたリンクから開き直してください。</Text>
    </PublicCard>
  )
}

function Invitation({ token }: { token: string }) {
  const invitation = useQuery({
    ...callQuery(inspectInvitation, { body: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
    // The query key contains the secret of the link, so it is removed on unmount.
    gcTime: 0,
  })
  if (invitation.data) return <AcceptForm token={token} invitation={invitation.data} />
  const invalid = invitation.error instanceof ApiError && invitation.error.code === 'LINK_INVALID'
  return (
    <PublicCard title="アカウントへのご招待">
      {invitation.isPending && <TextSkeleton lines={5} />}
      {invalid && (
        <>
          <Alert title="この招待は、有効期限が切れているか、すでに使われています。" mb={16} />
          <Text mb={20}>
            すでにパスワードを設定した方は、そのままログインできます。まだの方は、招待した管理者に「招待の再送」をご依頼ください。管理者が分からないときは、氏名と招待を受けたメールアドレスを添えてお問い合わせください。
          </Text>
          <Button component={AppLink} href={paths.login()} size="md" fullWidth mb={12}>
            ログイン画面へ
          </Button>
          <Button
            component={AppLink}
            href={paths.contact({ topic: 'invitation' })}
            variant="default"
            size="md"
            fullWidth
          >
            お問い合わせ
          </Button>
        </>
      )}
      {invitation.isError && !invalid && (
        <ErrorState title="招待を確認できませんでした" {...failedQuery(invitation)} />
      )}
    </PublicCard>
  )
}
