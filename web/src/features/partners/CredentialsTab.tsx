import {
  endKey,
  endSecret,
  type Partner,
  type PartnerCredential,
  rotateKey,
  rotateSecret,
} from '@kyc/contract/partners.ts'
import { Box, Button, Group, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { queryKey } from '../../api/queries.ts'
import { ActDialog } from '../../ui/ActDialog.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { RuledList } from '../../ui/RuledList.tsx'
import { Section } from '../../ui/Section.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { showToast } from '../../ui/toast.ts'
import { RotateDialog } from './RotateDialog.tsx'
import { ServerKeys } from './ServerKeys.tsx'

const kinds = {
  key: {
    label: 'APIキー',
    rotate: 'APIキーを再発行',
    consequence: '新しいAPIキーを発行します。今のAPIキーも、24時間は使えます。',
    end: endKey,
  },
  secret: {
    label: '署名シークレット',
    rotate: '署名シークレットを再発行',
    consequence: '新しい署名シークレットを発行します。24時間は、新旧両方の署名を付けて送ります。',
    end: endSecret,
  },
} as const

type Kind = keyof typeof kinds

/** Keys and secrets (D33). Rotation keeps the previous one valid for a time; a new one is shown only once. */
export function CredentialsTab({ partner }: { partner: Partner }) {
  return (
    <Stack>
      <Credentials kind="key" partner={partner} list={partner.keys} />
      <Credentials kind="secret" partner={partner} list={partner.secrets} />
      <ServerKeys partner={partner} />
    </Stack>
  )
}

interface CredentialsProps {
  kind: Kind
  partner: Partner
  list: readonly PartnerCredential[]
}

function Credentials({ kind, partner, list }: CredentialsProps) {
  const texts = kinds[kind]
  const [rotating, setRotating] = useState(false)
  const [ending, setEnding] = useState<PartnerCredential | null>(null)
  return (
    <Section
      title={texts.label}
      action={
        <Button variant="default" onClick={() => setRotating(true)}>
          再発行
        </Button>
      }
    >
      <RuledList flush>
        {list.map((credential) => (
          <Group component="li" key={credential.id} gap="sm" mih={64} px="md" py="xs">
            <Box flex="1 1 240px">
              <code>…{credential.hint}</code>
              <Text fz="xs" c="dimmed">
                <Timestamp at={credential.createdAt} /> に発行
                {credential.expiresAt && `・${formatDateTime(credential.expiresAt)} まで使えます`}
              </Text>
            </Box>
            {credential.expiresAt && (
              <Button
                variant="default"
                c="red"
                aria-label={`…${credential.hint} を今すぐ終了`}
                onClick={() => setEnding(credential)}
              >
                今すぐ終了
              </Button>
            )}
          </Group>
        ))}
      </RuledList>
      {rotating && (
        <RotateDialog
          partner={partner}
          title={texts.rotate}
          of={[partner.id]}
          rotate={(idempotencyKey) =>
            call(kind === 'key' ? rotateKey : rotateSecret, { params: { id: partner.id }, idempotencyKey })
          }
          onClose={() => setRotating(false)}
        >
          {texts.consequence}
        </RotateDialog>
      )}
      {ending && (
        <EndDialog kind={kind} partner={partner} credential={ending} onClose={() => setEnding(null)} />
      )}
    </Section>
  )
}

interface EndDialogProps {
  kind: Kind
  partner: Partner
  credential: PartnerCredential
  onClose: () => void
}

function EndDialog({ kind, partner, credential, onClose }: EndDialogProps) {
  const texts = kinds[kind]
  const queries = useQueryClient()
  return (
    <ActDialog
      title={`${texts.label}の終了`}
      confirm="終了する"
      danger
      act={() => call(texts.end, { params: { id: partner.id, credentialId: credential.id } })}
      onDone={async () => {
        await queries.invalidateQueries({ queryKey: queryKey('partners') })
        onClose()
        showToast(`${texts.label}を終了しました`)
      }}
      onClose={onClose}
    >
      <code>…{credential.hint}</code> を今すぐ使えなくしますか？
      <br />
      提携先がまだ使っている場合は、連携が止まります。
    </ActDialog>
  )
}
