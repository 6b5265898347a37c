import { type PaperType, paperTypes } from '@kyc/contract/document-vocabulary.ts'
import { paperTypeLabels } from '@kyc/contract/labels.ts'
import type { Signing } from '@kyc/contract/signing-schema.ts'
import { uploadDraft } from '@kyc/contract/signings.ts'
import { Button, Group, Text } from '@mantine/core'
import { IconEye, IconUpload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { useRefused } from '../../../session/EditRefusal.tsx'
import { RuledList } from '../../../ui/RuledList.tsx'
import { useReturnFocus } from '../../../ui/use-return-focus.ts'
import { UploadDialog } from '../../documents/slots/UploadDialog.tsx'
import { DraftDialog } from './DraftDialog.tsx'
import { refreshSignings } from './signing-queries.ts'

interface Open {
  readonly act: 'show' | 'upload'
  readonly type: PaperType
}

/** Contract and explanation sheet of a signing; a draft can be replaced by a PDF of the organisation. */
export function Papers({ signing }: { signing: Signing }) {
  const queries = useQueryClient()
  const refused = useRefused()
  const [open, setOpen] = useState<Open | null>(null)
  useReturnFocus(open !== null)
  const close = () => setOpen(null)
  return (
    <>
      <RuledList p="md" aria-label="書面">
        {paperTypes.map((type) => (
          <Group key={type} component="li" gap="4px 16px" justify="space-between">
            <div style={{ flex: '1 1 240px', minWidth: 0 }}>
              <strong>{paperTypeLabels[type]}</strong>
              <Text size="xs" c="dimmed">
                {sourceText(signing, type)}
              </Text>
            </div>
            <Group gap="xs" flex="none">
              <Button
                variant="default"
                size="xs"
                leftSection={<IconEye size={16} />}
                aria-label={`${paperTypeLabels[type]}を表示`}
                onClick={() => setOpen({ act: 'show', type })}
              >
                表示
              </Button>
              {signing.state === 'draft' && (
                <Button
                  variant="default"
                  size="xs"
                  leftSection={<IconUpload size={16} />}
                  aria-label={`${paperTypeLabels[type]}を自社のPDFに差し替え`}
                  {...refused}
                  onClick={() => setOpen({ act: 'upload', type })}
                >
                  自社のPDFに差し替え
                </Button>
              )}
            </Group>
          </Group>
        ))}
      </RuledList>
      {open?.act === 'show' && <DraftDialog signing={signing} type={open.type} onClose={close} />}
      {open?.act === 'upload' && (
        <UploadDialog
          title={`${paperTypeLabels[open.type]}の差し替え`}
          type={open.type}
          pdfOnly
          send={(file, idempotencyKey, controls) =>
            call(uploadDraft, {
              params: { id: signing.id, type: open.type },
              files: { file },
              idempotencyKey,
              ...controls,
            })
          }
          onSent={() => refreshSignings(queries)}
          onClose={close}
        >
          <Text mb={12}>
            テンプレートから作成した書面の代わりに、このPDFを出演者に送ります。
            {open.type === 'contract' &&
              '入力した内容は、契約の記録として残ります。PDFと同じ内容か、ご確認ください。'}
          </Text>
        </UploadDialog>
      )}
    </>
  )
}

function sourceText({ contractTemplate, sheetTemplate }: Signing, type: PaperType): string {
  const template = type === 'contract' ? contractTemplate : sheetTemplate
  return template ? `テンプレート：${template.name}（第${template.version}版）` : '自社のPDF'
}
