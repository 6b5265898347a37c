import { Button, Group, SimpleGrid, Text } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCopy, IconDownload, IconPrinter } from '@tabler/icons-react'
import { Dialog } from '../../ui/Dialog.tsx'
import { saveFile } from '../../ui/save-file.ts'
import classes from './account.module.css'

export interface RecoveryCodesDialogProps {
  codes: readonly string[]
  /** Included in the file and the print, to identify the account. */
  email: string
  onClose: () => void
}

const icon = { size: 17, stroke: 1.7 } as const

/** Recovery codes are shown once, so only the button closes the dialog. */
export function RecoveryCodesDialog({ codes, email, onClose }: RecoveryCodesDialogProps) {
  const { copy, copied, error } = useClipboard({ timeout: 3000 })
  return (
    <Dialog
      title="リカバリーコード"
      size={480}
      footer={
        <Button size="md" onClick={onClose}>
          控えたので閉じる
        </Button>
      }
    >
      <div data-print-codes>
        認証アプリやパスキーを使えなくなったときに、このコードでログインできます。
        <strong>この画面を閉じると、二度と表示できません。</strong>
        ほかの人の目に触れない場所に保存してください。
        <br />
        アカウント：{email}
        <SimpleGrid
          component="ul"
          cols={2}
          spacing="md"
          verticalSpacing={4}
          className={classes.codes}
          aria-label="リカバリーコード"
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </SimpleGrid>
      </div>
      <Group gap="xs">
        <Button variant="default" leftSection={<IconCopy {...icon} />} onClick={() => copy(codes.join('\n'))}>
          コピー
        </Button>
        <Button
          variant="default"
          leftSection={<IconDownload {...icon} />}
          onClick={() => download(codes, email)}
        >
          ダウンロード
        </Button>
        <Button variant="default" leftSection={<IconPrinter {...icon} />} onClick={() => window.print()}>
          印刷
        </Button>
        <Text span size="xs" c="dimmed" role="status">
          {copied && 'コピーしました'}
          {error && 'コピーできませんでした'}
        </Text>
      </Group>
    </Dialog>
  )
}

function download(codes: readonly string[], email: string): void {
  const text = ['本人確認管理システム リカバリーコード', email, '', ...codes, ''].join('\r\n')
  saveFile(new Blob([text], { type: 'text/plain;charset=utf-8' }), 'recovery-codes.txt')
}
