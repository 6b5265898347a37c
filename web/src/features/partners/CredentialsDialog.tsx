import { Box, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'

/** New credentials of a partner. */
export interface Credentials {
  apiKey?: string
  signingSecret?: string
  serverKey?: string
  webhookSecret?: string
}

export interface CredentialsDialogProps extends Credentials {
  /** Name of the partner. */
  name: string
  onClose: () => void
}

/** Shows credentials that can't be shown again; closes only by its button. */
export function CredentialsDialog({
  name,
  apiKey,
  signingSecret,
  serverKey,
  webhookSecret,
  onClose,
}: CredentialsDialogProps) {
  const what = [
    apiKey && 'APIキー',
    signingSecret && '署名シークレット',
    serverKey && 'サーバー用キー',
    webhookSecret && 'Webhookの署名シークレット',
  ]
    .filter(Boolean)
    .join('と')
  return (
    <Dialog
      title={`${name} の${what}`}
      size={560}
      footer={
        <Button size="md" onClick={onClose} data-autofocus>
          控えたので閉じる
        </Button>
      }
    >
      <Stack>
        <p>
          <strong>この画面を閉じると、二度と表示できません。</strong>
          安全な方法で提携先の担当者に渡してください。
        </p>
        {apiKey && <Value label="APIキー" value={apiKey} note="提携先が api_key として送る値です。" />}
        {serverKey && (
          <Value
            label="サーバー用キー"
            value={serverKey}
            note="提携先のサーバーが Authorization: Bearer で送る値です。ブラウザには渡さないでください。"
          />
        )}
        {webhookSecret && (
          <Value
            label="Webhookの署名シークレット"
            value={webhookSecret}
            note="提携先が、届いたイベントの署名を確かめるための値です。"
          />
        )}
        {signingSecret && (
          <Value
            label="署名シークレット"
            value={signingSecret}
            note="提携先が、届いたコールバックの署名を確かめるための値です。"
          />
        )}
      </Stack>
    </Dialog>
  )
}

function Value({ label, value, note }: { label: string; value: string; note: string }) {
  return (
    <div>
      <Text fw={700}>{label}</Text>
      <Paper withBorder radius="sm" bg="var(--app-raise)" px="sm" py="xs">
        <Group gap="xs" wrap="nowrap">
          <Box component="code" flex={1}>
            {value}
          </Box>
          <CopyButton value={value} label={`${label}をコピー`} />
        </Group>
      </Paper>
      <Text fz="xs" c="dimmed">
        {note}
      </Text>
    </div>
  )
}
