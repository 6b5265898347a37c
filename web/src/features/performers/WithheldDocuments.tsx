import { documentTypeLabels } from '@kyc/contract/labels.ts'
import {
  listWithheldDocuments,
  undoDestruction,
  type WithheldDocument,
} from '@kyc/contract/withheld-documents.ts'
import { Box, Button, Group, Stack, Text } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { failedQuery } from '../../api/failed-query.ts'
import { callQuery, queryKey } from '../../api/queries.ts'
import { useSession } from '../../session/use-session.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { RuledList } from '../../ui/RuledList.tsx'
import { Section } from '../../ui/Section.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { showToast } from '../../ui/toast.ts'
import { ReasonDialog } from './ReasonDialog.tsx'

/** The documents whose destruction can still be undone, for admins. Only a superadmin can undo it. */
export function WithheldDocuments({ performerId }: { performerId: string }) {
  const { isSuperadmin } = useSession()
  const withheld = useQuery(callQuery(listWithheldDocuments, { params: { id: performerId } }))
  const [undone, setUndone] = useState<WithheldDocument>()
  if (withheld.isError && !withheld.data) {
    return (
      <Section title="元に戻せる書類">
        <ErrorState title="元に戻せる書類を取得できませんでした" {...failedQuery(withheld)} />
      </Section>
    )
  }
  // Most records have no such document: a section that only states this, or disappears after loading, is in the way.
  if (!withheld.data || (withheld.data.length === 0 && !undone)) return null
  return (
    <Section title="元に戻せる書類">
      <Box p="md">
        <Text size="xs" c="dimmed">
          期限までは、最高管理者が元に戻せます。その後は完全に削除されます。元に戻すまで、どなたも表示できません。
        </Text>
        <RuledList mt="xs">
          {withheld.data.map((document) => (
            <Group
              component="li"
              key={`${document.type} ${document.version}`}
              gap="8px 16px"
              justify="space-between"
            >
              <WithheldFacts document={document} />
              {isSuperadmin && (
                <Button
                  variant="default"
                  leftSection={<IconArrowBackUp size={17} />}
                  aria-label={`${nameOf(document)}を元に戻す`}
                  onClick={() => setUndone(document)}
                >
                  元に戻す
                </Button>
              )}
            </Group>
          ))}
        </RuledList>
      </Box>
      {undone && (
        <UndoDialog performerId={performerId} document={undone} onClose={() => setUndone(undefined)} />
      )}
    </Section>
  )
}

function nameOf({ type, version }: WithheldDocument): string {
  return `${documentTypeLabels[type]} 第${version}版`
}

function WithheldFacts({ document }: { document: WithheldDocument }) {
  const { at, by, until, masked } = document
  return (
    <Stack gap={2} fz="xs" lh="xs">
      <strong>{nameOf(document)}</strong>
      <span>
        <Timestamp at={at} /> {masked ? '一部を隠した' : '裏面を削除'}
        {by !== null && `（${by}）`}
      </span>
      <span>
        {Date.parse(until) > Date.now() ? (
          <>
            <Timestamp at={until} /> まで元に戻せます
          </>
        ) : (
          '期限を過ぎています。完全に削除されるまでは元に戻せます'
        )}
      </span>
    </Stack>
  )
}

function UndoDialog({
  performerId,
  document,
  onClose,
}: {
  performerId: string
  document: WithheldDocument
  onClose: () => void
}) {
  const queries = useQueryClient()
  const { type, version, masked } = document
  return (
    <ReasonDialog
      title={`${nameOf(document)}を元に戻す`}
      label="元に戻す理由"
      submit="元に戻す"
      failed="元に戻せませんでした"
      schema={undoDestruction.body.pick({ reason: true })}
      act={({ reason }) =>
        call(undoDestruction, { params: { id: performerId, type }, body: { version, reason } })
      }
      onDone={async () => {
        showToast(`${documentTypeLabels[type]}を元に戻しました`)
        await Promise.all(
          (['performers', 'documents', 'review'] as const).map((group) =>
            queries.invalidateQueries({ queryKey: queryKey(group) }),
          ),
        )
      }}
      onClose={onClose}
    >
      {masked
        ? '隠す前の画像が、もう一度表示できるようになります。新しい書類が提出されていなければ、審査中の書類に戻ります。'
        : '同時に削除した裏面のすべての版が、もう一度表示できるようになり、審査中の書類に戻ります。身分証の種類がマイナンバーカードのときは、先に種類を変更してください。'}
    </ReasonDialog>
  )
}
