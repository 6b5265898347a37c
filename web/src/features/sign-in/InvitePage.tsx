import { inspectInvitation } from '@kyc/contract/sign-in.ts'
import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { failedQuery } from '../../api/failed-query.ts'
import { callQuery } from '../../api/queries.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { TextSkeleton } from '../../ui/Skeletons.tsx'
import { AcceptForm } from './AcceptForm.tsx'
import classes from './LinkPages.module.css'
import { PublicCard } from './PublicCard.tsx'
import { useLinkToken } from './use-link-token.ts'

/** /invite (D5, D31): shows the invitation and the form that accepts it. */
export function InvitePage() {
  const token = useLinkToken()
  if (token) return <Invitation key={token} token={token} />
  return (
    <PublicCard title="アカウントへのご招待">
      <p className={classes.lead}>
        招待のリンクが見つかりません。メールに書かれたリンクから開き直してください。
      </p>
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
        <p className={classes.lead} role="alert">
          この招待は、有効期限が切れているか、すでに使われています。招待した管理者に、もう一度送るようご依頼ください。
        </p>
      )}
      {invitation.isError && !invalid && (
        <ErrorState title="招待を確認できませんでした" {...failedQuery(invitation)} />
      )}
    </PublicCard>
  )
}
