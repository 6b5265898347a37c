import { statementNotice } from '@kyc/contract/share-vocabulary.ts'
import { Group, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { failureText } from '../../api/failure-text.ts'
import { useRefused } from '../../session/EditRefusal.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { saveFile } from '../../ui/save-file.ts'

export interface StatementButtonProps {
  title: string
  issue: () => Promise<{ statement: string }>
}

/** Saves a signed statement of what the records say now (D113). */
export function StatementButton({ title, issue }: StatementButtonProps) {
  const refused = useRefused()
  const issuing = useMutation({
    mutationFn: issue,
    onSuccess: ({ statement }) =>
      saveFile(new Blob([statement], { type: 'application/jose' }), `statement_${title.slice(0, 40)}.jws`),
  })
  return (
    <Group p="md" gap="8px 16px" justify="space-between">
      <Text size="xs" c="dimmed" flex="1 1 320px">
        電子署名の付いた証明です。24時間有効で、公開鍵（/.well-known/jwks.json）だけで検証できます。
        {statementNotice}
      </Text>
      <BusyButton variant="default" busy={issuing.isPending} {...refused} onClick={() => issuing.mutate()}>
        証明をダウンロード
      </BusyButton>
      {issuing.error && <Alert>{failureText(issuing.error)}</Alert>}
    </Group>
  )
}
