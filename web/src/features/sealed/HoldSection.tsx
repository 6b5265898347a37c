import {
  endLegalHold,
  holdSealedPerformer,
  type LegalHold,
  type SealedPerformer,
} from '@kyc/contract/sealed-performers.ts'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { IconLock, IconLockOpen } from '../../ui/icons.ts'
import { Button } from '../../ui/mantine/Button.ts'
import { Section } from '../../ui/Section.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { ReasonDialog } from './ReasonDialog.tsx'
import classes from './sealed.module.css'

/** Legal holds, newest first, and the act that begins or ends one (D17). */
export function HoldSection({ record }: { record: SealedPerformer }) {
  const [open, setOpen] = useState(false)
  const { held, holds, destroyedAt } = record
  const Dialog = held ? EndHold : Hold
  return (
    <Section title="保全">
      <div className={classes.body}>
        {holds.length > 0 && (
          <ol className={classes.holds} aria-label="保全の履歴">
            {holds.map((hold) => (
              <li key={hold.from}>
                <HoldFacts hold={hold} />
              </li>
            ))}
          </ol>
        )}
        {destroyedAt === null && (
          <>
            <p className={classes.note}>
              {held
                ? '保全を解除するまで、保存期限を過ぎても破棄されません。'
                : '紛争や調査に必要な記録を保全すると、保存期限を過ぎても破棄されません。'}
            </p>
            <Button
              variant="default"
              leftSection={held ? <IconLockOpen size={17} /> : <IconLock size={17} />}
              onClick={() => setOpen(true)}
            >
              {held ? '保全を解除' : '保全する'}
            </Button>
          </>
        )}
        {destroyedAt !== null && holds.length === 0 && (
          <p className={classes.note}>保全の履歴はありません。</p>
        )}
      </div>
      {open && <Dialog record={record} onClose={() => setOpen(false)} />}
    </Section>
  )
}

/** The reasons are destroyed with the record. */
function HoldFacts({ hold: { from, by, reason, until, endedBy, endReason } }: { hold: LegalHold }) {
  return (
    <>
      <strong>{until === null ? '保全中' : '解除済み'}</strong>
      <p>
        <Timestamp at={from} /> 保全（{by}）
        {reason !== null && (
          <>
            <br />
            理由：{reason}
          </>
        )}
      </p>
      {until !== null && (
        <p>
          <Timestamp at={until} /> 解除{endedBy !== null && `（${endedBy}）`}
          {endReason !== null && (
            <>
              <br />
              理由：{endReason}
            </>
          )}
        </p>
      )}
    </>
  )
}

interface HoldDialogProps {
  record: SealedPerformer
  onClose: () => void
}

function Hold({ record: { id, request }, onClose }: HoldDialogProps) {
  return (
    <ReasonDialog
      title="記録の保全"
      label="保全の理由"
      submit="保全する"
      failed="保全できませんでした"
      done="記録を保全しました"
      act={(body) => call(holdSealedPerformer, { params: { id }, body })}
      onClose={onClose}
    >
      保全を解除するまで、この記録は破棄されません。
      {request && '破棄の申請は取り消されます。'}
    </ReasonDialog>
  )
}

function EndHold({ record: { id }, onClose }: HoldDialogProps) {
  return (
    <ReasonDialog
      title="保全の解除"
      label="解除の理由"
      submit="保全を解除する"
      failed="解除できませんでした"
      done="保全を解除しました"
      act={(body) => call(endLegalHold, { params: { id }, body })}
      onClose={onClose}
    >
      解除すると、保存期限を過ぎた記録は、次の日までに自動で破棄されます。
    </ReasonDialog>
  )
}
