import { dayInJapan } from '@kyc/contract/dates.ts'
import { takedownKinds } from '@kyc/contract/takedown-vocabulary.ts'
import { completeTakedown, confirmTakedown, rejectTakedown, type Takedown } from '@kyc/contract/takedowns.ts'
import { endLabels } from '@kyc/contract/title-vocabulary.ts'
import { Box, type ButtonProps, Group, Text } from '@mantine/core'
import { IconCircleCheck, IconUserCheck, IconUserSearch, IconX } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { call } from '../../api/call.ts'
import { useRefused } from '../../session/EditRefusal.tsx'
import { useSession } from '../../session/use-session.ts'
import { ActDialog } from '../../ui/ActDialog.tsx'
import { formatDate } from '../../ui/format.ts'
import { GuardedButton } from '../../ui/GuardedButton.tsx'
import { RuledList } from '../../ui/RuledList.tsx'
import { Section } from '../../ui/Section.tsx'
import { showToast } from '../../ui/toast.ts'
import { useReturnFocus } from '../../ui/use-return-focus.ts'
import { ReasonDialog } from '../performers/ReasonDialog.tsx'
import { NamePerformerDialog } from './NamePerformerDialog.tsx'
import { useTakedownAct } from './takedown-queries.ts'
import { completionRefusal } from './takedown-text.ts'

type Kind = 'performer' | 'confirm' | 'complete' | 'reject'

/** A dialog, with the request as it showed it when it opened: its act is refused after another change. */
interface Open {
  readonly kind: Kind
  readonly shown: Takedown
}

/** The acts on a request in the order of its course; what cannot be done yet says why. */
export function TakedownActs({ takedown }: { takedown: Takedown }) {
  const { isAdmin } = useSession()
  const [open, setOpen] = useState<Open | null>(null)
  useReturnFocus(open !== null)
  const { state, video, performer, evidence, stops } = takedown
  const close = () => setOpen(null)
  const opens = (kind: Kind) => () => setOpen({ kind, shown: takedown })
  return (
    <Section title="対応">
      {takedown.closedAt !== null ? (
        <Text p="md">
          {state === 'completed'
            ? 'この申し出への対応は完了しました。動画の公開は止まったままです。'
            : 'この申し出は、理由なしとして閉じました。この申し出では、公開を止めていません。'}
        </Text>
      ) : (
        <RuledList p="md">
          {video !== null && (performer === null || (state === 'held' && evidence.length === 0)) && (
            <Act
              label={performer === null ? '出演者を指定する' : '出演者を変更する'}
              icon={<IconUserSearch size={17} />}
              variant="default"
              refusal={undefined}
              onClick={opens('performer')}
            >
              {performer === null
                ? '出演者についての申し出なら、作品の出演者から選びます。'
                : `${performer.name}さんについての申し出です。受け付けを確認するか、資料を追加するまで変更できます。`}
            </Act>
          )}
          {state === 'held' && (
            <Act
              label="受け付けを確認する"
              icon={<IconUserCheck size={17} />}
              refusal={video === null ? '先に作品を指定してください。' : undefined}
              onClick={opens('confirm')}
            >
              だれからの申し出かを確かめてから押します。{outcomeOf(takedown)}
            </Act>
          )}
          <Act
            label="完了にする"
            icon={<IconCircleCheck size={17} />}
            variant={state === 'held' ? 'default' : 'filled'}
            refusal={completionRefusal(state, stops)}
            onClick={opens('complete')}
          >
            すべての公開先の停止を記録したあとに押します。動画の公開は止まったままです。
          </Act>
          {isAdmin && (
            <Act
              label="理由なしとして閉じる"
              icon={<IconX size={17} />}
              variant="default"
              refusal={undefined}
              onClick={opens('reject')}
            >
              申し出に根拠がないときに、理由を記録して閉じます。この申し出による停止を解きます。
            </Act>
          )}
        </RuledList>
      )}
      <Box>{open && <ActDialogs {...open} onClose={close} />}</Box>
    </Section>
  )
}

function ActDialogs({ kind, shown, onClose }: Open & { onClose: () => void }) {
  const dialog = { takedown: shown, onClose }
  if (kind === 'performer') return shown.video && <NamePerformerDialog {...dialog} videoId={shown.video.id} />
  if (kind === 'confirm') return <ConfirmDialog {...dialog} />
  if (kind === 'complete') return <CompleteDialog {...dialog} />
  return <RejectDialog {...dialog} />
}

interface ActProps extends Pick<ButtonProps, 'variant'> {
  label: string
  icon: ReactNode
  refusal: string | undefined
  onClick: () => void
  children: ReactNode
}

function Act({ label, icon, variant = 'filled', refusal, onClick, children }: ActProps) {
  const { disabled, 'aria-describedby': refusalId } = useRefused()
  const reasonId = useId()
  return (
    <Group component="li" justify="space-between" gap="8px 16px">
      <Box flex="1 1 280px">
        <p>{children}</p>
        {refusal && !disabled && (
          <Text size="xs" c="dimmed" id={reasonId}>
            {refusal}
          </Text>
        )}
      </Box>
      <GuardedButton
        w={{ base: '100%', sm: 216 }}
        variant={variant}
        leftSection={icon}
        refusal={disabled ? label : refusal}
        refusalId={refusalId ?? reasonId}
        onClick={onClick}
      >
        {label}
      </GuardedButton>
    </Group>
  )
}

/** What the confirmation changes besides the state. */
function outcomeOf({ kind, performer, receivedAt }: Takedown): string {
  const { ends } = takedownKinds[kind]
  if (ends === null) return '出演の記録は変わりません。'
  if (performer === null)
    return '出演者が指定されていないため、出演の終了は記録されません。出演者についての申し出なら、先に「出演者を指定する」を押します。'
  const day = formatDate(dayInJapan(new Date(receivedAt)))
  return `${performer.name}さんの出演は、受け取った日（${day}）に「${endLabels[ends]}」で終了したと記録されます。`
}

interface DialogProps {
  takedown: Takedown
  onClose: () => void
}

function ConfirmDialog({ takedown, onClose }: DialogProps) {
  const act = useTakedownAct(takedown)
  const { id, version } = takedown
  return (
    <ActDialog
      title="受け付けの確認"
      confirm="受け付けを確認する"
      act={() => act(() => call(confirmTakedown, { params: { id }, body: { version } }))}
      onDone={() => {
        onClose()
        showToast('受け付けを確認しました')
      }}
      onClose={onClose}
    >
      {outcomeOf(takedown)}取り消せません。
    </ActDialog>
  )
}

function CompleteDialog({ takedown, onClose }: DialogProps) {
  const act = useTakedownAct(takedown)
  const { id, version } = takedown
  return (
    <ActDialog
      title="申し出の完了"
      confirm="完了にする"
      act={() => act(() => call(completeTakedown, { params: { id }, body: { version } }))}
      onDone={() => {
        onClose()
        showToast('申し出を完了にしました')
      }}
      onClose={onClose}
    >
      すべての公開先が止まりました。完了にすると、この申し出は一覧の「完了・理由なし」に移ります。動画の公開は止まったままです。
    </ActDialog>
  )
}

function RejectDialog({ takedown, onClose }: DialogProps) {
  const act = useTakedownAct(takedown)
  const { id, version } = takedown
  return (
    <ReasonDialog
      title="理由なしとして閉じる"
      label="閉じる理由"
      description="この画面に表示されます。監査ログには残りません。"
      submit="理由なしとして閉じる"
      failed="閉じられませんでした"
      schema={rejectTakedown.body.pick({ reason: true })}
      act={({ reason }) => act(() => call(rejectTakedown, { params: { id }, body: { version, reason } }))}
      onDone={async () => showToast('理由なしとして閉じました')}
      onClose={onClose}
    >
      この申し出では公開を止めなくなります。ほかの申し出や記録の不足による停止は残ります。報告の件数には含まれます。
    </ReasonDialog>
  )
}
