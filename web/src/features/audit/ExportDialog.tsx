import { Button, Checkbox } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useLogVerification } from '../../session/use-log-verification.ts'
import { useSession } from '../../session/use-session.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Dialog, DialogCancel } from '../../ui/Dialog.tsx'
import classes from './verification.module.css'

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
      <p className={classes.lead}>いまの条件に合う記録をExcelのファイルに保存します。</p>
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

/** The key with which the file is verified. */
function PublicKey() {
  const { readsAll } = useSession()
  const { data } = useLogVerification({ enabled: readsAll })
  if (!readsAll) return <p className={classes.key}>検証に使う公開鍵は、管理者にお問い合わせください。</p>
  if (!data) return null
  return (
    <p className={classes.key}>
      検証に使う公開鍵：<code>{data.publicKey}</code>
      <CopyButton value={data.publicKey} label="公開鍵をコピー" />
    </p>
  )
}
