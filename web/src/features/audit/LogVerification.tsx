import type { AuditEntry } from '@kyc/contract/audit.ts'
import type { LogFault } from '@kyc/contract/audit-verification.ts'
import { startVerification, type VerificationState } from '@kyc/contract/log-verifications.ts'
import { Box, Group, Progress, Text } from '@mantine/core'
import { IconAlertTriangle, IconShieldCheck } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { failureText } from '../../api/failure-text.ts'
import { queryKey } from '../../api/queries.ts'
import { isFailing, useLogVerification } from '../../session/use-log-verification.ts'
import { useSession } from '../../session/use-session.ts'
import { Alert } from '../../ui/Alert.tsx'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { showToast } from '../../ui/toast.ts'
import { entryTitle, resourceText, userText } from './entry-text.ts'
import { faultPlace, faultText } from './fault-text.ts'

/** The state of the last or the running verification of the whole log, and for admins the button 検証 (D39). */
export function LogVerificationLine() {
  const { isAdmin } = useSession()
  const { data, isError } = useLogVerification()
  const queries = useQueryClient()
  const start = useMutation({
    mutationFn: () => call(startVerification),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKey('logVerification') }),
    onError: (error) => showToast(`検証を開始できませんでした。${failureText(error)}`, 'bad'),
  })
  return (
    <Group gap="4px 12px" ml="auto" fz="xs" c="dimmed">
      <Group gap="4px 8px" role="status">
        {data && <State state={data} />}
        {!data && isError && <span>検証の状態を取得できませんでした</span>}
      </Group>
      {data?.running && (
        <Progress w={120} aria-label="検証の進み具合" value={percentOf(data.running)} size="sm" />
      )}
      {isAdmin && (
        <BusyButton
          variant="default"
          size="compact-sm"
          busy={start.isPending || data?.running != null}
          busyText="検証中..."
          onClick={() => start.mutate()}
        >
          検証
        </BusyButton>
      )}
    </Group>
  )
}

function State({ state }: { state: VerificationState }) {
  const { running, last, interrupted } = state
  if (running) return <span>{runningText(running)}</span>
  if (interrupted) return <Word tone="wait" word="検証が中断されました" note={last && lastText(last)} />
  if (!last) return <span>まだ検証していません</span>
  const failing = isFailing(state)
  return (
    <Word
      tone={failing ? 'bad' : 'ok'}
      word={failing ? '問題があります' : '改ざんなし'}
      note={lastText(last)}
    />
  )
}

const colors = { ok: 'green', wait: 'yellow', bad: 'red' } as const

function Word({ tone, word, note }: { tone: 'ok' | 'wait' | 'bad'; word: string; note: string | null }) {
  const Icon = tone === 'ok' ? IconShieldCheck : IconAlertTriangle
  return (
    <>
      <Group component="strong" gap={6} c={colors[tone]}>
        <Icon size={18} aria-hidden />
        {word}
      </Group>
      {note && <span>{note}</span>}
    </>
  )
}

function runningText({ done, total }: NonNullable<VerificationState['running']>): string {
  return total === null ? '検証中' : `検証中 ${count(done)} / ${count(total)}件`
}

/** The same for both kinds: an incremental verification continues an earlier one, so it covers the whole log too. */
function lastText({ report }: NonNullable<VerificationState['last']>): string {
  return `${formatDateTime(report.finishedAt)} 検証・${count(report.size)}件`
}

function percentOf({ done, total }: NonNullable<VerificationState['running']>): number {
  return total ? (100 * done) / total : 0
}

const count = (number: number) => number.toLocaleString('ja-JP')

const maximumShown = 20

/** The faults of the last verification, each with its entry if it can be shown. */
export function LogFaults({ onOpen }: { onOpen: (entry: AuditEntry) => void }) {
  const { data } = useLogVerification()
  const last = data?.last
  if (!last || !isFailing(data)) return null
  const { counts, faults } = last.report
  const entries = new Map(last.entries.map((entry) => [entry.id, entry]))
  return (
    <Alert title={`監査ログの検証で問題が${count(counts.faults)}件見つかりました`} mb={12}>
      <p>データベースとバックアップをそのまま残し、システムの管理者にご連絡ください。</p>
      <Box component="ul" m={0} mt={4} pl={20}>
        {faults.slice(0, maximumShown).map((fault) => (
          <li key={`${fault.kind} ${faultPlace(fault)}`}>
            <Fault fault={fault} entry={entries.get(fault.entryId ?? '')} onOpen={onOpen} />
          </li>
        ))}
      </Box>
      {counts.faults > maximumShown && <p>ほか{count(counts.faults - maximumShown)}件</p>}
    </Alert>
  )
}

interface FaultProps {
  fault: LogFault
  entry: AuditEntry | undefined
  onOpen: (entry: AuditEntry) => void
}

function Fault({ fault, entry, onOpen }: FaultProps) {
  if (!entry) {
    return (
      <>
        {faultText(fault)}{' '}
        <Text span inherit c="dimmed">
          {faultPlace(fault)}
        </Text>
      </>
    )
  }
  const { action, resourceType, createdAt } = entry
  const title = `${formatDateTime(createdAt, { seconds: true })} ${userText(entry)} ${entryTitle(action, resourceType)}`
  return (
    <>
      {faultText(fault)}{' '}
      <LinkButton onClick={() => onOpen(entry)}>
        {title}（{resourceText(entry).name}）
      </LinkButton>
    </>
  )
}
