import type { DocumentType } from '@kyc/contract/document-vocabulary.ts'
import type { PerformerDocument } from '@kyc/contract/documents.ts'
import { documentTypeLabels } from '@kyc/contract/labels.ts'
import { reasonOf } from '@kyc/contract/rejection-reasons.ts'
import { checkLabels } from '@kyc/contract/review-checks.ts'
import { Button, Group, Stack, Text } from '@mantine/core'
import { IconArrowsDiff, IconEye } from '@tabler/icons-react'
import { useState } from 'react'
import { failedQuery } from '../../../api/failed-query.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { TextSkeleton } from '../../../ui/Skeletons.tsx'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import { DocumentStateBadge } from '../DocumentStateBadge.tsx'
import { useDocumentVersions } from '../document-queries.ts'
import { CompareDialog } from './CompareDialog.tsx'
import classes from './VersionsDialog.module.css'

export interface VersionsDialogProps {
  performerId: string
  type: DocumentType
  onView: (documents: readonly PerformerDocument[], firstId: string) => void
  onClose: () => void
}

/** All versions of a slot, newest first; older ones stay available and never change. */
export function VersionsDialog({ performerId, type, onView, onClose }: VersionsDialogProps) {
  const versions = useDocumentVersions(performerId, type)
  const [compared, setCompared] = useState<number>()
  const oldest = versions.data?.at(-1)
  return (
    <Dialog onClose={onClose} title={`${documentTypeLabels[type]}の提出履歴`} size={560}>
      {versions.isPending && <TextSkeleton lines={3} />}
      {versions.isError && <ErrorState title="書類の版を取得できませんでした" {...failedQuery(versions)} />}
      {versions.data && (
        <Stack component="ul" gap={0} className={classes.list}>
          {withDestroyed(versions.data).map((version) =>
            typeof version === 'number' ? (
              <Text key={version} component="li" py="sm" fz="xs" c="dimmed">
                第{version}版は削除済みです
              </Text>
            ) : (
              <Group key={version.id} component="li" gap="4px 12px" py="sm">
                <VersionFacts version={version} />
                {version !== oldest && (
                  <Button
                    variant="default"
                    leftSection={<IconArrowsDiff size={17} />}
                    aria-label={`第${version.version}版を前の版と比較`}
                    onClick={() => setCompared(version.version)}
                  >
                    比較
                  </Button>
                )}
                <Button
                  variant="default"
                  leftSection={<IconEye size={17} />}
                  aria-label={`第${version.version}版を表示`}
                  onClick={() => onView(versions.data, version.id)}
                >
                  表示
                </Button>
              </Group>
            ),
          )}
        </Stack>
      )}
      {compared !== undefined && (
        <CompareDialog
          performerId={performerId}
          type={type}
          version={compared}
          onClose={() => setCompared(undefined)}
        />
      )}
    </Dialog>
  )
}

/** The versions, newest first, with the numbers of those that were destroyed. */
function withDestroyed(versions: readonly PerformerDocument[]): (PerformerDocument | number)[] {
  const newest = versions[0]?.version ?? 0
  const numbers = Array.from({ length: newest }, (_, index) => newest - index)
  return numbers.map((number) => versions.find(({ version }) => version === number) ?? number)
}

function VersionFacts({ version }: { version: PerformerDocument }) {
  return (
    <Stack gap={0} flex="1 1 220px" lh={1.5}>
      <Group gap="xs" fw={700}>
        第{version.version}版
        <DocumentStateBadge status={version.status} />
      </Group>
      <Text fz="xs" c="dimmed">
        <Timestamp at={version.uploaded_at} /> 提出{version.uploadedBy && `（${version.uploadedBy}）`}
      </Text>
      {version.maskedBy && (
        <Text fz="xs" c="dimmed">
          一部を隠した画像（{version.maskedBy}）
        </Text>
      )}
      {version.decidedAt && (
        <Text fz="xs" c="dimmed">
          <Timestamp at={version.decidedAt} /> {version.status === 'rejected' ? '差し戻し' : '承認'}
          {version.decidedBy && `（${version.decidedBy}）`}
          {version.rejection && `：${version.rejection.codes.map((code) => reasonOf(code)).join('、')}`}
        </Text>
      )}
      {version.checks.length > 0 && (
        <Text fz="xs" c="dimmed">
          確認：{version.checks.map((id) => checkLabels[id]).join('、')}
        </Text>
      )}
    </Stack>
  )
}
