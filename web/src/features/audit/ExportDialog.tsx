import { Button, Checkbox, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useLogVerification } from '../../session/use-log-verification.ts'
import { useSession } from '../../session/use-session.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Dialog, DialogCancel } from '../../ui/Dialog.tsx'

export interface ExportDialogProps {
  onClose: () => void
  onExport: (proof: boolean) => void
}

/** エクスポート with or without a proof file (D41). */
export function ExportDialog({ onClose, onExport }: ExportDialogProps) {
  const [proof, setProof] = useState(false)
  return (
    <Dialog
      title="監査ログのエクスポート"
      onClose={onClose}
      footer={
        <>
          <DialogCancel />
          <Button
            size="md"
            leftSection={<IconDownload size={17} />}
            onClick={() => onExport(proof)}
            data-autofocus
          >
            エクスポート
          </Button>
        </>
      }
    >
      <Text mb="md">いまの絞り込みに合う記録をExcelのファイルに保存します。</Text>
      <Checkbox
        label="証明ファイルを付ける"
        description="記録が監査ログのとおりであることを、あとからシステムに接続せずに検証できます。.zip で保存します。"
        checked={proof}
        onChange={(event) => setProof(event.currentTarget.checked)}
      />
      {proof && <PublicKey />}
    </Dialog>
  )
}

/** The public key, with which the proof file is verified. */
function PublicKey() {
  const { readsAll } = useSession()
  const { data } = useLogVerification({ enabled: readsAll })
  if (!readsAll)
    return (
      <Text size="xs" c="dimmed" mt="md">
        検証に使う公開鍵は、管理者にお問い合わせください。
      </Text>
    )
  if (!data) return null
  return (
    <Text component="div" size="xs" c="dimmed" mt="md">
      検証に使う公開鍵：<code>{data.publicKey}</code>
      <CopyButton value={data.publicKey} label="公開鍵をコピー" />
    </Text>
  )
}
