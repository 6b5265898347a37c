import { limits } from '@kyc/contract/limits.ts'
import { addTakedownEvidence, openTakedownEvidence } from '@kyc/contract/takedown-evidence.ts'
import type { Takedown } from '@kyc/contract/takedowns.ts'
import { Box, Button, Group, Text } from '@mantine/core'
import { IconDownload, IconPaperclip } from '@tabler/icons-react'
import { useState } from 'react'
import { call, callFile } from '../../api/call.ts'
import { useRefused } from '../../session/EditRefusal.tsx'
import { useFileExport } from '../../session/use-file-export.ts'
import { formatBytes, formatCount } from '../../ui/format.ts'
import { GuardedButton } from '../../ui/GuardedButton.tsx'
import { RuledList } from '../../ui/RuledList.tsx'
import { Section } from '../../ui/Section.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { useReturnFocus } from '../../ui/use-return-focus.ts'
import { UploadDialog } from '../documents/slots/UploadDialog.tsx'
import { OpeningGate } from '../documents/viewer/OpeningGate.tsx'
import { useTakedownAct } from './takedown-queries.ts'

/** Files that prove the request, such as a picture of a message. Each download has an entry of the log. */
export function TakedownEvidence({ takedown }: { takedown: Takedown }) {
  const { disabled } = useRefused()
  const [adding, setAdding] = useState(false)
  useReturnFocus(adding)
  const { evidence, performer, closedAt } = takedown
  const list = evidence.length > 0 && (
    <RuledList px="md">
      {evidence.map((file) => (
        <EvidenceLine key={file.id} takedownId={takedown.id} file={file} />
      ))}
    </RuledList>
  )
  return (
    <Section title="資料" note={evidence.length > 0 ? `${formatCount(evidence.length)}件` : undefined}>
      {list && performer ? <OpeningGate performerId={performer.id}>{list}</OpeningGate> : null}
      <Box p="md">
        <Text mb="sm">
          {evidence.length === 0
            ? '届いたメッセージの画面の写しなど、申し出を裏付けるファイルを保管できます。'
            : 'ダウンロードは監査ログに記録されます。'}
        </Text>
        {closedAt === null && (
          <GuardedButton
            variant="default"
            leftSection={<IconPaperclip size={17} />}
            refusal={disabled ? '閲覧のみのため、追加できません。' : refusalOf(takedown)}
            onClick={() => setAdding(true)}
          >
            資料を追加
          </GuardedButton>
        )}
      </Box>
      {adding && <AddDialog takedown={takedown} onClose={() => setAdding(false)} />}
    </Section>
  )
}

/** Why no file can be added: it is encrypted with the key of the performer, and the number of files is limited. */
function refusalOf({ performer, evidence }: Takedown): string | undefined {
  if (performer === null) return '先に出演者を指定してください。'
  return evidence.length >= limits.takedownEvidence
    ? `${formatCount(limits.takedownEvidence)}件まで追加できます。`
    : undefined
}

function EvidenceLine({ takedownId, file }: { takedownId: string; file: Takedown['evidence'][number] }) {
  const { disabled } = useRefused()
  const { exporting, start } = useFileExport({
    done: '資料をダウンロードしました',
    failed: '資料をダウンロードできませんでした',
  })
  const name = file.filename ?? '資料'
  return (
    <Group component="li" justify="space-between" gap="4px 16px">
      <Box flex="1 1 240px" miw={0}>
        <Text style={{ overflowWrap: 'anywhere' }}>{name}</Text>
        <Text size="xs" c="dimmed">
          {formatBytes(file.size)}・<Timestamp at={file.uploadedAt} />
          {file.uploadedBy && `・${file.uploadedBy}`}
        </Text>
      </Box>
      <Button
        variant="default"
        leftSection={<IconDownload size={17} />}
        disabled={exporting || disabled}
        aria-label={`${name}をダウンロード`}
        onClick={() =>
          void start({
            name,
            fetch: (signal) =>
              callFile(openTakedownEvidence, { params: { id: takedownId, evidence: file.id }, signal }),
          })
        }
      >
        ダウンロード
      </Button>
    </Group>
  )
}

function AddDialog({ takedown, onClose }: { takedown: Takedown; onClose: () => void }) {
  const act = useTakedownAct(takedown)
  return (
    <UploadDialog
      title="資料の追加"
      type="evidence"
      send={(file, idempotencyKey, controls) =>
        act(() =>
          call(addTakedownEvidence, {
            params: { id: takedown.id },
            files: { file },
            idempotencyKey,
            ...controls,
          }),
        )
      }
      onSent={async () => undefined}
      onClose={onClose}
    >
      <Text mb="md">
        追加した資料は取り消せません。申し出の内容と一緒に、保管の期間が過ぎるか、出演者の記録が破棄されると消えます。
      </Text>
    </UploadDialog>
  )
}
