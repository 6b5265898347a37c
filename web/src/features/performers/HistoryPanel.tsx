import { performerHistory } from '@kyc/contract/performer-history.ts'
import type { TablerIcon } from '@tabler/icons-react'
import {
  IconArrowBackUp,
  IconCircleCheck,
  IconPencil,
  IconPoint,
  IconUpload,
  IconUserPlus,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { useSession } from '../../session/use-session.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { TextSkeleton } from '../../ui/Skeletons.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { type HistoryLine, historyLines } from '../review/change-text.ts'
import classes from './HistoryPanel.module.css'

const icons = {
  create: IconUserPlus,
  submit: IconUpload,
  verify: IconCircleCheck,
  reject: IconArrowBackUp,
  update: IconPencil,
  other: IconPoint,
} as const satisfies Record<HistoryLine['kind'], TablerIcon>

/** History of a performer and its documents, newest first. */
export function HistoryPanel({ performerId }: { performerId: string }) {
  const history = useQuery(callQuery(performerHistory, { params: { id: performerId } }))
  const { readsAll } = useSession()
  return (
    <section className={classes.panel} aria-labelledby="history-title">
      <div className={classes.title}>
        <h2 id="history-title">履歴</h2>
        {readsAll && (
          <AppLink href={paths.auditLogs({ resourceId: performerId, action: 'views' })}>だれが見たか</AppLink>
        )}
      </div>
      {history.isPending && (
        <div className={classes.state}>
          <TextSkeleton lines={6} />
        </div>
      )}
      {history.isError && !history.data && (
        <div className={classes.state} role="alert">
          履歴を取得できませんでした
          <BusyButton variant="subtle" onClick={() => void history.refetch()} busy={history.isFetching}>
            再試行
          </BusyButton>
        </div>
      )}
      {history.data?.length === 0 && <p className={classes.state}>履歴はまだありません</p>}
      {history.data && history.data.length > 0 && (
        <ol className={classes.list}>
          {historyLines(history.data).map((line) => (
            <HistoryItem key={line.id} line={line} />
          ))}
        </ol>
      )}
    </section>
  )
}

function HistoryItem({ line }: { line: HistoryLine }) {
  const Icon = icons[line.kind]
  return (
    <li>
      <Icon size={18} aria-hidden className={classes.icon} {...toneOf(line.kind)} />
      <span>
        {line.text}
        <span className={classes.sub}>{[line.by, line.note].filter(Boolean).join('・')}</span>
        <span className={classes.sub}>
          <Timestamp at={line.at} />
        </span>
      </span>
    </li>
  )
}

function toneOf(kind: HistoryLine['kind']): Record<string, string | boolean> {
  if (kind === 'verify') return { 'data-tone': 'ok' }
  if (kind === 'reject') return { 'data-tone': 'bad' }
  return kind === 'create' || kind === 'submit' ? { 'data-accent': true } : {}
}
