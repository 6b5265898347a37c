import { endPerformerHold, holdPerformer } from '@kyc/contract/legal-holds.ts'
import type { LegalHold } from '@kyc/contract/sealed-performers.ts'
import { Box, Button, Text } from '@mantine/core'
import { IconLock, IconLockOpen } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { RuledList } from '../../ui/RuledList.tsx'
import { Section } from '../../ui/Section.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { ReasonDialog } from './ReasonDialog.tsx'

interface HoldSectionProps<After> {
  held: boolean
  /** Newest first. */
  holds: readonly LegalHold[]
  /** Whether no hold can begin or end any more, because the record is destroyed. */
  ended?: boolean
  /** What a hold means for this record. */
  note: { held: string; notHeld: string }
  /** What happens when a hold begins or ends. */
  effect: { hold: ReactNode; end: ReactNode }
  hold: (body: { reason: string }) => Promise<After>
  end: (body: { reason: string }) => Promise<After>
  /** Shows the record after the act, with a toast. */
  onDone: (after: After, toast: string) => Promise<void>
}

/** Legal holds, newest first, and the act that begins or ends one. */
export function HoldSection<After>(props: HoldSectionProps<After>) {
  const [open, setOpen] = useState(false)
  const { held, holds, ended = false, note } = props
  return (
    <Section title="保全">
      <Box p="md">
        {holds.length > 0 && (
          <RuledList component="ol" mb="sm" aria-label="保全の履歴">
            {holds.map((hold) => (
              <li key={hold.from}>
                <HoldFacts hold={hold} />
              </li>
            ))}
          </RuledList>
        )}
        {!ended && (
          <>
            <Text size="xs" c="dimmed" mb="sm">
              {held ? note.held : note.notHeld}
            </Text>
            <Button
              variant="default"
              leftSection={held ? <IconLockOpen size={17} /> : <IconLock size={17} />}
              onClick={() => setOpen(true)}
            >
              {held ? '保全を解除' : '保全する'}
            </Button>
          </>
        )}
        {ended && holds.length === 0 && (
          <Text size="xs" c="dimmed">
            保全の履歴はありません。
          </Text>
        )}
      </Box>
      {open && <HoldDialog {...props} onClose={() => setOpen(false)} />}
    </Section>
  )
}

/** One hold. Its reasons are null once they were destroyed with the record. */
function HoldFacts({ hold: { from, by, reason, until, endedBy, endReason } }: { hold: LegalHold }) {
  return (
    <>
      <strong>{until === null ? '保全中' : '解除済み'}</strong>
      <Text size="xs">
        <Timestamp at={from} /> 保全（{by}）
        {reason !== null && (
          <>
            <br />
            理由：{reason}
          </>
        )}
      </Text>
      {until !== null && (
        <Text size="xs">
          <Timestamp at={until} /> 解除{endedBy !== null && `（${endedBy}）`}
          {endReason !== null && (
            <>
              <br />
              理由：{endReason}
            </>
          )}
        </Text>
      )}
    </>
  )
}

function HoldDialog<After>(props: HoldSectionProps<After> & { onClose: () => void }) {
  const { held, effect, hold, end, onDone, onClose } = props
  const texts = held
    ? {
        title: '保全の解除',
        label: '解除の理由',
        submit: '保全を解除する',
        failed: '解除できませんでした',
      }
    : { title: '記録の保全', label: '保全の理由', submit: '保全する', failed: '保全できませんでした' }
  return (
    <ReasonDialog
      {...texts}
      schema={(held ? endPerformerHold : holdPerformer).body}
      act={held ? end : hold}
      onDone={(after) => onDone(after, held ? '保全を解除しました' : '記録を保全しました')}
      onClose={onClose}
    >
      {held ? effect.end : effect.hold}
    </ReasonDialog>
  )
}
