import { type AuditEntry, listAuditLogs } from '@kyc/contract/audit.ts'
import { dayInJapan } from '@kyc/contract/dates.ts'
import { limits } from '@kyc/contract/limits.ts'
import { Button, Group, Pill, VisuallyHidden } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import {
  IconDownload,
  IconFilter,
  IconHistory,
  IconRefresh,
  IconShieldSearch,
  IconX,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { pageQuery } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { OrganisationChip } from '../../session/OrganisationChip.tsx'
import { ofOrganisation } from '../../session/OrganisationGate.tsx'
import { useExportRefusal } from '../../session/use-organisations.ts'
import { useSession } from '../../session/use-session.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { CountBadge } from '../../ui/CountBadge.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FilterChips } from '../../ui/FilterChips.tsx'
import { formatTotal } from '../../ui/format.ts'
import frame from '../../ui/frame.module.css'
import { GuardedButton } from '../../ui/GuardedButton.tsx'
import { KeysetList } from '../../ui/KeysetList.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { TableSkeleton } from '../../ui/Skeletons.tsx'
import { AuditDetails } from './AuditDetails.tsx'
import { AuditFilterForm } from './AuditFilterForm.tsx'
import { AuditTable } from './AuditTable.tsx'
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
import { ExportDialog } from './ExportDialog.tsx'
import { LogFaults, LogVerificationLine } from './LogVerification.tsx'
import { leakTitle } from './leak-words.ts'
import { useAuditExport } from './use-audit-export.ts'

/** 監査ログ (spec §2): table, filter form and details. The URL contains the filter and the page. */
export const AuditLogPage = ofOrganisation(AuditLog)

function AuditLog() {
  const { cursor, ...applied } = useSearch({ from: '/signed-in/audit-logs' })
  const navigate = useNavigate()
  const { readsAll } = useSession()
  const [filtering, setFiltering] = useState(false)
  const [opened, setOpened] = useState<AuditEntry | null>(null)
  const logs = useAuditLogs(applied, cursor)
  const [selected, setSelected] = useState<KnownNames>({})
  const names = { ...selected, ...namesIn(logs.data?.items ?? []) }
  const apply = (values: AuditFilterValues, more: KnownNames = {}) => {
    setFiltering(false)
    setSelected({ ...names, ...more })
    void navigate({ to: '/audit-logs', search: values })
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
              onClick={() => setFiltering(!filtering)}
            >
              フィルター
            </Button>
            {readsAll && (
              <Button
                variant="default"
                leftSection={<IconShieldSearch size={17} />}
                component={AppLink}
                href={paths.leaks({ account: applied.userId })}
              >
                {leakTitle}
              </Button>
            )}
            <ExportButton filter={applied} />
            <BusyButton
              variant="default"
              leftSection={<IconRefresh size={17} />}
              onClick={() => void logs.refetch()}
              busy={logs.isFetching}
            >
              更新
            </BusyButton>
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
      <Group gap="8px 16px" mb="sm">
        <PeriodChips applied={applied} />
        <AppliedFilter chips={chips} applied={applied} onChange={apply} />
        {readsAll && <LogVerificationLine />}
      </Group>
      {readsAll && <LogFaults onOpen={setOpened} />}
      <KeysetList
        query={logs}
        failure="監査ログの取得に失敗しました"
        loading={
          <div className={frame.card}>
            <TableSkeleton columns={['2fr', '1.5fr', '1fr', '3fr', '1fr', '60px']} rows={10} />
          </div>
        }
        empty={
          <NoEntries filtered={Object.keys(filledFilter(applied)).length > 0} onClear={() => apply({})} />
        }
        plain
        unit="件"
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
    <Group component="ul" gap="xs" aria-label="適用中の絞り込み">
      {chips.map((chip) => (
        <li key={chip.label}>
          <Pill
            size="lg"
            h={32}
            bg="var(--app-surface)"
            bd="1px solid var(--app-line-2)"
            fz="sm"
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
    </Group>
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
            絞り込みを解除
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

/** A page of the log, cached for 30 s; 更新 fetches it again, debounced by 300 ms (spec §7). */
function useAuditLogs(filter: AuditFilterValues, cursor: string | undefined) {
  const query = useQuery({
    ...pageQuery(listAuditLogs, { query: { ...filter, cursor } }),
    staleTime: limits.auditCache,
    gcTime: limits.auditCache,
  })
  const refetch = useDebouncedCallback(() => void query.refetch(), limits.auditDebounce)
  return { ...query, refetch }
}

/** The button エクスポート, which exports with the applied filter. A running export can be cancelled. */
function ExportButton({ filter }: { filter: AuditFilterValues }) {
  const refusal = useExportRefusal()
  const { exporting, start, cancel } = useAuditExport(filter)
  const [asking, setAsking] = useState(false)
  return (
    <>
      <GuardedButton
        refusal={refusal}
        variant="default"
        leftSection={<IconDownload size={17} />}
        onClick={() => setAsking(true)}
        disabled={exporting}
      >
        {exporting ? 'エクスポート中...' : 'エクスポート'}
      </GuardedButton>
      {exporting && (
        <Button variant="default" leftSection={<IconX size={17} />} onClick={cancel}>
          エクスポートをやめる
        </Button>
      )}
      {asking && (
        <ExportDialog
          onClose={() => setAsking(false)}
          onExport={(proof) => {
            setAsking(false)
            void start(proof)
          }}
        />
      )}
      <VisuallyHidden role="status">{exporting ? 'レポートを作成しています' : ''}</VisuallyHidden>
    </>
  )
}
