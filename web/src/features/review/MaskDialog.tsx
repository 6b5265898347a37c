import { maskDocument } from '@kyc/contract/document-masks.ts'
import type { IdKind } from '@kyc/contract/document-vocabulary.ts'
import type { PerformerDocument } from '@kyc/contract/documents.ts'
import { documentTypeLabels } from '@kyc/contract/labels.ts'
import { limits } from '@kyc/contract/limits.ts'
import { maskFault, suggestedMasks } from '@kyc/contract/masks.ts'
import { Box, Flex, Stack, Text, Textarea } from '@mantine/core'
import { IconEyeOff } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useReducer, useState } from 'react'
import { call } from '../../api/call.ts'
import { failureText } from '../../api/failure-text.ts'
import { Alert } from '../../ui/Alert.tsx'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { Dialog, DialogCancel } from '../../ui/Dialog.tsx'
import { FieldLabel } from '../../ui/FieldBadge.tsx'
import { TextSkeleton } from '../../ui/Skeletons.tsx'
import { showToast } from '../../ui/toast.ts'
import { useIdempotencyKey } from '../../ui/use-idempotency-key.ts'
import { useDocumentBytes } from '../documents/document-queries.ts'
import { RedactionEditor } from '../documents/redaction/RedactionEditor.tsx'
import type { PictureSize } from '../documents/redaction/RedactionStage.tsx'
import { initialRedaction, redactionReducer } from '../documents/redaction/redaction.ts'
import { redactionTextsJa } from '../documents/redaction/redaction-texts-ja.ts'
import { useObjectUrl } from '../documents/use-object-url.ts'
import { Watermark } from '../documents/viewer/Watermark.tsx'
import { showDecisions } from './after-decision.ts'

export interface MaskDialogProps {
  /** The newest version of its slot, a picture. */
  doc: PerformerDocument
  idKind: IdKind | null
  /** The masked version, which replaces the unmasked one. */
  onMasked: (masked: PerformerDocument) => void
  onClose: () => void
}

/** Burns boxes into a stored picture, for admins; the unmasked version is destroyed after seven days (D79, D116). */
export function MaskDialog({ doc, idKind, onMasked, onClose }: MaskDialogProps) {
  const [redaction, dispatch] = useReducer(redactionReducer, suggestedMasks(idKind, doc.type), (masks) =>
    initialRedaction(masks.map(({ box }) => box)),
  )
  const [reason, setReason] = useState('')
  const [broken, setBroken] = useState(false)
  const [picture, setPicture] = useState<PictureSize>()
  const whyId = useId()
  const queries = useQueryClient()
  const bytes = useDocumentBytes(doc, 'screen')
  const url = useObjectUrl(bytes.data)
  const body = { boxes: redaction.boxes.map(({ box }) => box), reason }
  const idempotencyKey = useIdempotencyKey(body)
  const mask = useMutation({
    mutationFn: () =>
      call(maskDocument, {
        params: { id: doc.performerId, type: doc.type },
        ifMatch: doc.version,
        body,
        idempotencyKey,
      }),
    onSuccess: (masked) => {
      showDecisions(queries, [masked])
      showToast(`${documentTypeLabels[doc.type]}の一部を隠しました。隠す前の画像は7日後に削除されます。`)
      onMasked(masked)
    },
  })
  const why = missing(body) ?? maskFault(body.boxes, { picture })?.message
  return (
    <Dialog
      title={`${documentTypeLabels[doc.type]}の一部を隠す`}
      size={1120}
      onClose={onClose}
      busy={mask.isPending}
      unsaved={redaction.past.length > 0 || reason !== ''}
      footer={
        <>
          <Text span size="xs" c="dimmed" mr="auto" id={whyId} aria-live="polite">
            {why ?? redactionTextsJa.count(body.boxes.length)}
          </Text>
          <DialogCancel />
          <BusyButton
            color="red"
            size="md"
            leftSection={<IconEyeOff size={17} />}
            disabled={why !== undefined || !url || broken}
            busy={mask.isPending}
            aria-describedby={whyId}
            onClick={() => mask.mutate()}
          >
            隠して保存
          </BusyButton>
        </>
      }
    >
      {/* The reason is in view without scrolling: next to the picture, or above it. */}
      <Flex direction={{ base: 'column', md: 'row' }} gap="md">
        <Stack gap="sm" w={{ base: '100%', md: 280 }} flex="none">
          <Alert tone="wait">
            隠した画像が新しい版になり、隠す前の画像は表示できなくなります。7日以内なら最高管理者が元に戻せます。その後は完全に削除されます。
            {doc.status === 'verified' && '承認は取り消され、もう一度審査が必要になります。'}
          </Alert>
          <Textarea
            label={<FieldLabel kind="required">隠す理由</FieldLabel>}
            aria-label="隠す理由"
            aria-required
            description="登録者の画面の履歴と監査ログに表示されます。隠した内容そのものは書かないでください。"
            rows={3}
            maxLength={limits.textChars}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </Stack>
        <Box flex={1} miw={0}>
          {bytes.isPending && <TextSkeleton lines={4} />}
          <RedactionEditor
            url={url}
            redaction={redaction}
            dispatch={dispatch}
            texts={redactionTextsJa}
            disabled={mask.isPending}
            onFailed={() => setBroken(true)}
            onSize={setPicture}
            overlay={<Watermark />}
          />
        </Box>
      </Flex>
      {(bytes.isError || broken) && <Alert mt={12}>画像の読み込みに失敗しました。</Alert>}
      {mask.isError && (
        <Alert mt={12} title="画像の一部を隠せませんでした">
          {failureText(mask.error)}
        </Alert>
      )}
    </Dialog>
  )
}

function missing({ boxes, reason }: { boxes: readonly unknown[]; reason: string }): string | undefined {
  if (boxes.length === 0) return redactionTextsJa.count(0)
  return reason.trim() === '' ? '隠す理由を入力してください。' : undefined
}
