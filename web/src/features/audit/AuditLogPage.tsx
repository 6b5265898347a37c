import type { AuditEntry } from '@kyc/contract/audit.ts'
import { dayInJapan } from '@kyc/contract/dates.ts'
import { limits } from '@kyc/contract/limits.ts'
import { type HistoryState, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { failedQuery } from '../../api/failed-query.ts'
import { type AuditLogSearch, paths } from '../../paths.ts'
import { OrganisationChip } from '../../session/OrganisationChip.tsx'
import { CountBadge } from '../../ui/CountBadge.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FilterChips } from '../../ui/FilterChips.tsx'
import { formatTotal } from '../../ui/format.ts'
import frame from '../../ui/frame.module.css'
import { IconFilter, IconHistory, IconRefresh } from '../../ui/icons.ts'
import { KeysetList } from '../../ui/KeysetList.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Button } from '../../ui/mantine/Button.ts'
import { Pill } from '../../ui/mantine/Pill.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { TableSkeleton } from '../../ui/Skeletons.tsx'
import { AuditDetails } from './AuditDetails.tsx'
import { AuditTable } from './AuditTable.tsx'
import classes from './audit.module.css'
import {
  type AppliedField,
  type AuditFilterValues,
  filledFilter,
  filterChips,
  isPeriod,
  type KnownNames,
  namesIn,
  periodsAt,
} from './audit-filter.ts'
import { ExportButton } from './ExportButton.tsx'
import { useAuditLogs } from './use-audit-logs.ts'

const AuditFilterForm = lazyPart(() => import('./AuditFilterForm.tsx').then((m) => m.AuditFilterForm))

/** 監査ログ (spec §2): table, filter form and details. The URL contains the filter and the page. */
export function AuditLogPage() {
  const { cursor, ...applied } = useSearch({ from: '/signed-in/audit-logs' })
  const navigate = useNavigate()
  const [filtering, setFiltering] = useState(false)
  const [opened, setOpened] = useState<AuditEntry | null>(null)
  const logs = useAuditLogs(applied, cursor)
  const [selected, setSelected] = useState<KnownNames>({})
  const names = { ...selected, ...namesIn(logs.data?.items ?? []) }
  const show = (search: AuditLogSearch, state: HistoryState = {}) =>
    navigate({ to: '/audit-logs', search, state })
  const apply = (values: AuditFilterValues, more: KnownNames = {}) => {
    setFiltering(false)
    setSelected({ ...names, ...more })
    show(values)
  }
  const { data } = logs
  const chips = filterChips(applied, names, dayInJapan(new Date()))
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
              onPointerEnter={AuditFilterForm.preload}
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
        <AuditFilterForm
          applied={applied}
          names={names}
          onApply={apply}
          onCancel={() => setFiltering(false)}
        />
      )}
      <OrganisationChip />
      <div className={classes.applied}>
        <PeriodChips applied={applied} />
        <AppliedFilter chips={chips} applied={applied} onChange={apply} />
      </div>
      <KeysetList
        query={{ ...logs, refetch: logs.refresh }}
        failure={{
          title: '監査ログの取得に失敗しました',
          ...failedQuery({ ...logs, refetch: logs.refresh }, () => show(applied)),
        }}
        loading={
          <div className={frame.card}>
            <TableSkeleton columns={['2fr', '1.5fr', '1fr', '3fr', '1fr', '60px']} rows={10} />
          </div>
        }
        empty={
          <NoEntries filtered={Object.keys(filledFilter(applied)).length > 0} onClear={() => apply({})} />
        }
        cursor={cursor}
        size={`${limits.page.size}件`}
        onGo={(next, state) => void show({ ...applied, cursor: next }, state)}
      >
        {(entries) => (
          <AuditTable
            entries={entries}
            onOpen={setOpened}
            onNarrow={(values) => apply({ ...applied, ...values })}
          />
        )}
      </KeysetList>
      {opened && <AuditDetails entry={opened} onClose={() => setOpened(null)} />}
    </>
  )
}

function PeriodChips({ applied }: { applied: AuditFilterValues }) {
  const chips = periodsAt(dayInJapan(new Date())).map((period) => ({
    label: period.label,
    href: paths.auditLogs({ ...applied, startDate: period.startDate, endDate: period.endDate }),
    chosen: isPeriod(applied, period),
  }))
  return <FilterChips label="期間で絞り込む" chips={chips} />
}

interface AppliedFilterProps {
  chips: readonly AppliedField[]
  applied: AuditFilterValues
  onChange: (values: AuditFilterValues) => void
}

function AppliedFilter({ chips, applied, onChange }: AppliedFilterProps) {
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
