import { addDays, dateInWords } from '@kyc/contract/dates.ts'
import { limits } from '@kyc/contract/limits.ts'
import { mayManageMembers, type Organisation } from '@kyc/contract/organisation-members.ts'
import { Box, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useSession } from '../../session/use-session.ts'
import { Section } from '../../ui/Section.tsx'
import { CancelDialog, WithdrawDialog } from './CancelDialog.tsx'
import type { OwnPlace } from './member-acts.ts'

interface CancellationSectionProps {
  organisation: Organisation
  own: OwnPlace
}

/** The cancellation (D64): a 代表 records it once, the office also changes and withdraws it. Others see its day. */
export function CancellationSection({ organisation, own }: CancellationSectionProps) {
  const { isAdmin } = useSession()
  const [open, setOpen] = useState<'cancel' | 'withdraw' | null>(null)
  const { cancelledOn, disabledReason } = organisation
  const mayCancel =
    isAdmin || (!own.isAuditor && own.member !== undefined && mayManageMembers(own.member.role))
  if (disabledReason !== null || (cancelledOn === null && !mayCancel)) return null
  const close = () => setOpen(null)
  return (
    <Section title="解約">
      <Box p="md">
        <Text maw={640} mb="md" fz="xs" c="dimmed">
          {cancelledOn === null ? before : after(cancelledOn)}
        </Text>
        <Group gap="xs">
          {mayCancel && (cancelledOn === null || isAdmin) && (
            <Button variant="default" onClick={() => setOpen('cancel')}>
              {cancelledOn === null ? '解約する' : '解約日を変更'}
            </Button>
          )}
          {isAdmin && cancelledOn !== null && (
            <Button variant="default" onClick={() => setOpen('withdraw')}>
              解約を取り消す
            </Button>
          )}
        </Group>
      </Box>
      {open === 'cancel' && <CancelDialog organisation={organisation} onClose={close} />}
      {open === 'withdraw' && <WithdrawDialog organisation={organisation} onClose={close} />}
    </Section>
  )
}

const kept = limits.policy.contentKeptDays

const before = `解約した後も${kept}日間は、これまでと同じようにご利用いただけます。期間を過ぎると組織の利用を停止し、出演者の本人確認に関する記録の保管だけを続けます。`

function after(cancelledOn: string): string {
  const last = dateInWords(addDays(cancelledOn, kept))
  return `解約日は${dateInWords(cancelledOn)}です。${last}まではこれまでと同じようにご利用いただけます。その後は組織の利用を停止します。続けてご利用になる場合は、それまでにお問い合わせください。`
}
