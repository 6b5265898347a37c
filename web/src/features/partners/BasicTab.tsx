import { day } from '@kyc/contract/durations.ts'
import { partnerModeLabels } from '@kyc/contract/labels.ts'
import { limits } from '@kyc/contract/limits.ts'
import { disablePartner, enablePartner, type Partner, stopCallbacks } from '@kyc/contract/partners.ts'
import { Box, Button, Divider, Group, Paper } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { queryKey } from '../../api/queries.ts'
import { ActDialog } from '../../ui/ActDialog.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { showToast } from '../../ui/toast.ts'
import { EditPartnerDialog } from './EditPartnerDialog.tsx'
import { UnlinkUserDialog } from './UnlinkUserDialog.tsx'

type Action = 'disable' | 'enable' | 'stop'

const actions = {
  disable: {
    endpoint: disablePartner,
    title: '提携先の無効化',
    question: 'を無効にしますか？',
    consequence: '本人確認の画面を利用できなくなり、手続き中の会員も終了します。結果の送信も止まります。',
    confirm: '無効にする',
    done: '提携先を無効にしました',
    danger: true,
  },
  enable: {
    endpoint: enablePartner,
    title: '提携先の有効化',
    question: 'を有効に戻しますか？',
    consequence: '本人確認の画面を、再び利用できるようになります。',
    confirm: '有効にする',
    done: '提携先を有効にしました',
    danger: false,
  },
  stop: {
    endpoint: stopCallbacks,
    title: '送信の停止',
    question: 'への送信を停止しますか？',
    consequence: `届いていない結果は、再開するまで最長${limits.callback.waits / day}日待ちます。本人確認の画面は利用できます。`,
    confirm: '停止する',
    done: '送信を停止しました',
    danger: true,
  },
} as const

/** Name and mode of a partner, and the actions to disable it and to stop callbacks. */
export function BasicTab({ partner }: { partner: Partner }) {
  const [open, setOpen] = useState<Action | 'edit' | 'unlink' | null>(null)
  return (
    <Paper component="section" withBorder aria-label="基本情報">
      <Box p="md">
        <Facts
          facts={[
            ['提携先名', partner.name],
            ['会社ID', partner.companyId],
            // Organisations use this id to share titles with the partner (D113).
            ['提携先ID', partner.id],
            ['種別', partnerModeLabels[partner.mode]],
            ['登録日時', <Timestamp key="created" at={partner.createdAt} />],
            ['最終更新', <Timestamp key="updated" at={partner.updatedAt} />],
          ]}
        />
      </Box>
      <Divider />
      <Group gap="xs" px="md" py="sm">
        <Button variant="default" onClick={() => setOpen('edit')}>
          編集
        </Button>
        <Button variant="default" onClick={() => setOpen('unlink')}>
          会員の連携を解除
        </Button>
        {partner.callbackStop === null && !partner.disabled && (
          <Button variant="default" onClick={() => setOpen('stop')}>
            送信を停止
          </Button>
        )}
        <Button
          variant="default"
          c={partner.disabled ? 'var(--app-text)' : 'red'}
          onClick={() => setOpen(partner.disabled ? 'enable' : 'disable')}
        >
          {partner.disabled ? '有効にする' : '無効にする'}
        </Button>
      </Group>
      {open === 'edit' && <EditPartnerDialog partner={partner} onClose={() => setOpen(null)} />}
      {open === 'unlink' && <UnlinkUserDialog partner={partner} onClose={() => setOpen(null)} />}
      {open !== null && open !== 'edit' && open !== 'unlink' && (
        <PartnerActDialog action={open} partner={partner} onClose={() => setOpen(null)} />
      )}
    </Paper>
  )
}

function PartnerActDialog({
  action,
  partner,
  onClose,
}: {
  action: Action
  partner: Partner
  onClose: () => void
}) {
  const texts = actions[action]
  const queries = useQueryClient()
  return (
    <ActDialog
      title={texts.title}
      confirm={texts.confirm}
      danger={texts.danger}
      act={() => call(texts.endpoint, { params: { id: partner.id } })}
      onDone={async () => {
        await queries.invalidateQueries({ queryKey: queryKey('partners') })
        onClose()
        showToast(texts.done)
      }}
      onClose={onClose}
    >
      <strong>{partner.name}</strong>（{partner.companyId}）{texts.question}
      <br />
      {texts.consequence}
    </ActDialog>
  )
}
