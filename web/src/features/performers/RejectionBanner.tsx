import type { PerformerDocument } from '@kyc/contract/documents.ts'
import { documentTypeLabels } from '@kyc/contract/labels.ts'
import { reasonOf } from '@kyc/contract/rejection-reasons.ts'
import { Button, Group, Stack, Text } from '@mantine/core'
import { IconArrowBackUp, IconLock, IconUpload } from '@tabler/icons-react'
import { useSession } from '../../session/use-session.ts'
import { IconText } from '../../ui/IconText.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import text from '../../ui/text.module.css'
import { useSubmitRefused } from '../documents/closed-case.ts'
import type { DocumentOpen } from '../documents/document-open.ts'

export interface RejectionBannerProps {
  documents: readonly PerformerDocument[]
  onOpen: (open: DocumentOpen) => void
}

/** All rejected documents with their reasons, and their resubmission, at the top (D13). Empty if none is rejected. */
export function RejectionBanner({ documents, onOpen }: RejectionBannerProps) {
  const { isAdmin } = useSession()
  const refused = useSubmitRefused()
  const rejected = documents.filter(({ status }) => status === 'rejected')
  const accepted = documents.filter(({ status }) => status === 'verified').length
  if (rejected.length === 0) return null
  return (
    <Stack
      component="section"
      gap="sm"
      mb="md"
      p="md"
      bg="var(--app-bad-bg)"
      bd="1px solid var(--app-bad-line)"
      bdrs="md"
      lh={1.6}
      aria-label="差し戻し"
    >
      <Group component="h2" gap="xs" fz="lg" lh="sm" c="red">
        <IconArrowBackUp size={20} aria-hidden />
        {rejected.length}件の書類が差し戻されました
      </Group>
      {rejected.map((doc) => (
        <RejectedItem key={doc.id} doc={doc} />
      ))}
      <Group gap="8px 16px">
        <Button
          variant={isAdmin ? 'default' : 'filled'}
          leftSection={<IconUpload size={17} />}
          {...refused}
          onClick={() => onOpen({ kind: 'submit', types: rejected.map(({ type }) => type) })}
        >
          再提出する
        </Button>
        {accepted > 0 && !refused.disabled && (
          <Text span size="xs" c="dimmed">
            承認済みの{accepted}件は再提出の必要がありません
          </Text>
        )}
      </Group>
    </Stack>
  )
}

function RejectedItem({ doc: { type, rejection } }: { doc: PerformerDocument }) {
  const reasons = rejection?.codes.map((code) => reasonOf(code)).join('、')
  return (
    <div>
      <strong>
        {documentTypeLabels[type]}
        {reasons && `：${reasons}`}
      </strong>
      {rejection && (
        <>
          <p className={text.lines}>{rejection.message}</p>
          {rejection.note && (
            <IconText icon={IconLock} mt={4}>
              <span className={text.lines}>管理者用メモ：{rejection.note}</span>
            </IconText>
          )}
          <Text span size="xs" c="dimmed">
            <Timestamp at={rejection.at} />
            {rejection.by && `・${rejection.by}`}
          </Text>
        </>
      )}
    </div>
  )
}
