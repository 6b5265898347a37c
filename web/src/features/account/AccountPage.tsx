import { limits } from '@kyc/contract/limits.ts'
import { Box, Button, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { queryKey } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { useAuth, useSession } from '../../session/use-session.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { useGo } from '../../ui/go.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Section } from '../../ui/Section.tsx'
import { DueMailsSection } from './DueMailsSection.tsx'
import { KeysSection } from './KeysSection.tsx'
import { OwnSessions } from './OwnSessions.tsx'
import { PasswordSection } from './PasswordSection.tsx'
import { ProfileSection } from './ProfileSection.tsx'
import { RecordMailsSection } from './RecordMailsSection.tsx'
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx'
import { SecondFactorSection } from './SecondFactorSection.tsx'

/** /account. While a required second factor is missing, shows only its enrolment. */
export function AccountPage() {
  const { user } = useSession()
  const auth = useAuth()
  const go = useGo()
  const queries = useQueryClient()
  // State of this component, because the codes must survive the change from enrolment to the full page.
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const [enrolling] = useState(user.secondFactorMissing)

  const factorAdded = async (recoveryCodes: readonly string[]) => {
    if (recoveryCodes.length > 0) setCodes(recoveryCodes)
    await queries.invalidateQueries({ queryKey: queryKey('account.security') })
    if (recoveryCodes.length === 0) await leaveEnrolling()
  }
  const leaveEnrolling = async () => {
    if (!enrolling) return
    await auth.check()
    await go(paths.dashboard(), { replace: true })
  }
  const codesSaved = async () => {
    setCodes(null)
    await leaveEnrolling()
  }
  return (
    <>
      {user.secondFactorMissing ? (
        <>
          <PageHeader title="二段階認証の設定">
            この権限では二段階認証が必要です。認証アプリかパスキーのどちらかを設定すると、利用を開始できます。
          </PageHeader>
          <Box maw={760}>
            <SecondFactorSection onAdded={factorAdded} />
          </Box>
        </>
      ) : (
        <>
          <PageHeader title="アカウント" />
          <Stack maw={760}>
            <ProfileSection />
            <PasswordSection />
            <SecondFactorSection onAdded={factorAdded} onRenewed={setCodes} />
            <OwnSessions />
            <RecordMailsSection />
            <DueMailsSection />
            <KeysSection />
            <PlanSection />
          </Stack>
        </>
      )}
      {codes && (
        <RecoveryCodesDialog
          codes={codes}
          email={user.email ?? user.name}
          onClose={() => void codesSaved()}
        />
      )}
    </>
  )
}

const explanation = [
  '年額プランの解約は、サポートで承ります。',
  `お申し込みを受け付けたことは、${limits.contactReplyHours}時間以内にメールでお知らせします。`,
].join('')

/** Monthly plans are cancelled in the account settings (spec §9). */
function PlanSection() {
  return (
    <Section title="ご契約">
      <Box p="md">
        <Text size="xs" c="dimmed" mb="md">
          月額プランは、<AppLink href={paths.organisation()}>組織の画面</AppLink>
          から、代表がいつでも解約できます。
          {explanation}
          返金とデータの取り扱いは、<AppLink href={paths.cancellation()}>キャンセルポリシー</AppLink>
          をご覧ください。
        </Text>
        <Button component={AppLink} href={paths.contact({ topic: 'cancellation' })} variant="default">
          年額プランの解約を申し込む
        </Button>
      </Box>
    </Section>
  )
}
