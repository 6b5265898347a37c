import { type AccountSecurity, passkeyOptions, removePasskey } from '@kyc/contract/account.ts'
import { limits } from '@kyc/contract/limits.ts'
import { Box, Button, Group, Text } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { failureText } from '../../api/failure-text.ts'
import { passkeysSupported } from '../../session/passkeys.ts'
import { Alert } from '../../ui/Alert.tsx'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { RuledList } from '../../ui/RuledList.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { isLastRequired } from './factor-rules.ts'
import { PasskeyDialog } from './PasskeyDialog.tsx'
import { RemoveFactorDialog } from './RemoveFactorDialog.tsx'
import { Row } from './Row.tsx'

type Passkey = AccountSecurity['passkeys'][number]

export interface PasskeyRowsProps {
  security: AccountSecurity
  onAdded: (recoveryCodes: readonly string[]) => Promise<void>
}

export function PasskeyRows({ security, onAdded }: PasskeyRowsProps) {
  const [removing, setRemoving] = useState<Passkey | null>(null)
  const start = useMutation({ mutationFn: () => call(passkeyOptions) })
  const blockedReason = addBlockedReason(security)
  return (
    <>
      <Row
        icon={IconFingerprint}
        title="パスキー"
        note={blockedReason ?? '端末の指紋、顔、画面ロックや、セキュリティキーで確認します。'}
      >
        <BusyButton
          variant="default"
          disabled={blockedReason !== undefined}
          busy={start.isPending}
          onClick={() => start.mutate()}
        >
          追加する
        </BusyButton>
      </Row>
      {start.isError && <Alert m="0 16px 12px" title={failureText(start.error)} />}
      {security.passkeys.length > 0 && (
        <RuledList aria-label="登録したパスキー">
          {security.passkeys.map((passkey) => (
            <Group
              component="li"
              key={passkey.id}
              gap="8px 12px"
              pl={{ base: 'md', sm: 'xl' }}
              pr="md"
              py="sm"
            >
              <Box flex="1 1 240px" miw={0}>
                <strong>{passkey.name}</strong>
                <Text size="xs" c="dimmed">
                  登録 <Timestamp at={passkey.createdAt} precision="day" />
                  {'　'}
                  {passkey.lastUsedAt ? (
                    <>
                      最終使用 <Timestamp at={passkey.lastUsedAt} />
                    </>
                  ) : (
                    '未使用'
                  )}
                </Text>
              </Box>
              <Button
                variant="default"
                aria-label={`${passkey.name}を削除`}
                disabled={isLastRequired(security)}
                onClick={() => setRemoving(passkey)}
              >
                削除
              </Button>
            </Group>
          ))}
        </RuledList>
      )}
      {start.data && (
        <PasskeyDialog
          options={start.data}
          onClose={() => start.reset()}
          onAdded={(codes) => {
            start.reset()
            return onAdded(codes)
          }}
        />
      )}
      {removing && (
        <RemoveFactorDialog
          title="パスキーの削除"
          remove={() => call(removePasskey, { params: { id: removing.id } })}
          onClose={() => setRemoving(null)}
        >
          <strong>{removing.name}</strong> を二段階認証から削除しますか？
        </RemoveFactorDialog>
      )}
    </>
  )
}

function addBlockedReason({ passkeys }: AccountSecurity): string | undefined {
  if (!passkeysSupported()) return 'このブラウザはパスキーに対応していません。'
  if (passkeys.length >= limits.secondFactor.passkeys)
    return `パスキーは${limits.secondFactor.passkeys}個まで登録できます。`
  return undefined
}
