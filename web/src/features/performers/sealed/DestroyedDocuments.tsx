import { documentTypeLabels } from '@kyc/contract/labels.ts'
import type { SealedPerformer } from '@kyc/contract/sealed-performers.ts'
import { Box, Stack, Text } from '@mantine/core'
import { formatBytes } from '../../../ui/format.ts'
import { RuledList } from '../../../ui/RuledList.tsx'
import { Section } from '../../../ui/Section.tsx'
import { Timestamp } from '../../../ui/Timestamp.tsx'

/** The tombstone of a destroyed record: the documents that it had, with their hashes. */
export function DestroyedDocuments({ documents }: { documents: SealedPerformer['destroyedDocuments'] }) {
  return (
    <Section title="破棄した書類">
      <Box p="md">
        <Text size="xs" c="dimmed" mb="sm">
          内容と書類は破棄され、復元できません。ハッシュ値（SHA-256）で、ほかに残るファイルが同じものか確かめられます。
        </Text>
        {documents.length === 0 && <p>書類はありませんでした。</p>}
        <RuledList>
          {documents.map(({ type, version, uploadedAt, size, sha256 }) => (
            <Stack component="li" key={`${type} ${version}`} gap={2} lh="sm">
              <strong>
                {documentTypeLabels[type]}（第{version}版）
              </strong>
              <Text span size="xs" c="dimmed">
                <Timestamp at={uploadedAt} /> 提出・{formatBytes(size)}
              </Text>
              <Text size="xs" component="code" ff="monospace">
                {sha256}
              </Text>
            </Stack>
          ))}
        </RuledList>
      </Box>
    </Section>
  )
}
