import type { AuditEntry } from '@kyc/contract/audit.ts'
import { limits } from '@kyc/contract/limits.ts'
import { type HistoryState, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { failedQuery } from '../../api/failed-query.ts'
import type { AuditLogSearch } from '../../paths.ts'
import { CountBadge } from '../../ui/CountBadge.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { formatTotal } from '../../ui/format.ts'
import frame from '../../ui/frame.module.css'
import { IconFilter, IconHistory, IconRefresh } from '../../ui/icons.ts'
import { KeysetPages } from '../../ui/KeysetPages.tsx'
import { Button } from '../../ui/mantine/Button.ts'
import { Pill } from '../../ui/mantine/Pill.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { TableSkeleton } from '../../ui/Skeletons.tsx'
import { AuditDetails } from './AuditDetails.tsx'
import { AuditFilterForm } from './AuditFilterForm.tsx'
import { AuditTable } from './AuditTable.tsx'
import classes from './audit.module.css'
import { type AuditFilterValues, filledFilter, filterChips } from './audit-filter.ts'
import { ExportButton } from './ExportButton.tsx'
import { useAuditLogs } from './use-audit-logs.ts'

/** 監査ログ (spec §2): table, filter form and details. The URL contains the filter and the page. */
export function AuditLogPage() {
  const { cursor, ...applied } = useSearch({ from: '/signed-in/audit-logs' })
  const navigate = useNavigate()
  const [filtering, setFiltering] = useState(false)
  const [opened, setOpened] = useState<AuditEntry | null>(null)
  const logs = useAuditLogs(applied, cursor)
  const show = (search: AuditLogSearch, state: HistoryState = {}) =>
    navigate({ to: '/audit-logs', search, state })
  const apply = (values: AuditFilterValues) => {
    setFiltering(false)
    show(values)
  }
  const { data } = logs
  return (
    <>
      <PageHeader
        title="監査ログ"
        badge={data && <CountBadge announced>{formatTotal(data, '件')}</CountBadge>}
        actions={
          <>
            <Button
              variant={filtering ? 'light' : 'default'}
              leftSection={<IconFilter size={17} />}
              aria-expanded={filtering}
              onClick={() => setFiltering(!filtering)}
            >
              フィルター
            </Button>
            <ExportButton filter={applied} />
            <Button
              variant="default"
              leftSection={<IconRefresh size={17} />}
              onClick={logs.refresh}
              loading={logs.isFetching}
            >
              更新
            </Button>
          </>
        }
      />
      {filtering && (
        <AuditFilterForm applied={applied} onApply={apply} onCancel={() => setFiltering(false)} />
      )}
      <AppliedFilter applied={applied} onChange={apply} />
      <section className={frame.card} aria-busy={logs.isFetching}>
        {logs.isError ? (
          <ErrorState
            title="監査ログの取得に失敗しました"
            {...failedQuery({ ...logs, refetch: logs.refresh }, () => show(applied))}
          />
        ) : !data ? (
          <TableSkeleton columns={['2fr', '1.5fr', '1fr', '3fr', '1fr', '60px']} rows={10} />
        ) : data.items.length === 0 ? (
          <NoEntries filtered={filterChips(applied).length > 0} onClear={() => apply({})} />
        ) : (
          <AuditTable entries={data.items} onOpen={setOpened} />
        )}
      </section>
      {data && (
        <KeysetPages
          cursor={cursor}
          next={data.next}
          size={`${limits.page.size}件`}
          onGo={(next, state) => void show({ ...applied, cursor: next }, state)}
        />
      )}
      {opened && <AuditDetails entry={opened} onClose={() => setOpened(null)} />}
    </>
  )
}

function AppliedFilter({
  applied,
  onChange,
}: {
  applied: AuditFilterValues
  onChange: (values: AuditFilterValues) => void
}) {
  const chips = filterChips(applied)
  if (chips.length === 0) return null
  return (
    <ul className={classes.chips} aria-label="適用中のフィルター">
      {chips.map((chip) => (
        <li key={chip.label}>
          <Pill
            size="lg"
            withRemoveButton
            removeButtonProps={{ 'aria-label': `${chip.label}を解除`, 'aria-hidden': false, tabIndex: 0 }}
            onRemove={() =>
              onChange(
                filledFilter({
                  ...applied,
                  ...Object.fromEntries(chip.fields.map((field) => [field, undefined])),
                }),
              )
            }
          >
            {chip.label}
          </Pill>
        </li>
      ))}
    </ul>
  )
}

function NoEntries({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  return (
    <EmptyState
      title="ログが見つかりません"
      icon={IconHistory}
      action={
        filtered && (
          <Button variant="default" onClick={onClear}>
            条件を解除
          </Button>
        )
      }
    >
      {filtered
        ? '条件に合う記録はありません。期間や操作を変えてお試しください。'
        : '登録、閲覧、審査などの操作がここに記録されます。'}
    </EmptyState>
  )
}
