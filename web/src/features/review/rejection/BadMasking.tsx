import type { RejectionCode } from '@kyc/contract/document-vocabulary.ts'
import type { PerformerDocument } from '@kyc/contract/documents.ts'
import { Button, Group } from '@mantine/core'
import { IconEyeOff } from '@tabler/icons-react'
import { useState } from 'react'
import { MaskDialog } from '../MaskDialog.tsx'

export interface BadMaskingProps {
  doc: PerformerDocument
  /** The chosen reasons. */
  codes: readonly RejectionCode[]
  onMasked: (masked: PerformerDocument) => void
}

/** With マスキング不備 as a reason: the reviewer may hide the part instead of rejecting the picture. */
export function BadMasking({ doc, codes, onMasked }: BadMaskingProps) {
  const [open, setOpen] = useState(false)
  if (!codes.includes('bad_masking') || doc.mimeType === 'application/pdf') return null
  return (
    <Group gap="8px 12px" mb="sm" fz="xs">
      差し戻さずに、見えてはいけない部分を隠して審査を続けることもできます。
      <Button variant="default" leftSection={<IconEyeOff size={17} />} onClick={() => setOpen(true)}>
        画像の一部を隠す
      </Button>
      {open && (
        <MaskDialog
          doc={doc}
          idKind={doc.idKind}
          onMasked={(masked) => {
            setOpen(false)
            onMasked(masked)
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </Group>
  )
}
