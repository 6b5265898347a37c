import type { PerformerDocument } from '@kyc/contract/documents.ts'
import { documentTypeLabels } from '@kyc/contract/labels.ts'
import { IconInfoCircle } from '@tabler/icons-react'
import { Alert } from '../../ui/Alert.tsx'
import { emptySlots } from '../documents/document-need.ts'

/** Lists the documents that a draft lacks before its review starts. */
export function DraftNotice({ documents }: { documents: readonly PerformerDocument[] }) {
  const { required } = emptySlots(documents.map(({ type }) => type))
  if (required.length === 0) return null
  return (
    <Alert tone="neutral" icon={IconInfoCircle} title="下書きです" mb={16}>
      {required.map((type) => documentTypeLabels[type]).join('、')}を追加すると、審査が始まります。
    </Alert>
  )
}
