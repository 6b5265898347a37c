import { auditFilterLabels } from '@kyc/contract/audit-filters.ts'
import { auditActionFilters, auditResourceTypes } from '@kyc/contract/audit-vocabulary.ts'
import { auditResourceTypeLabels } from '@kyc/contract/labels.ts'
import { Button, Group, NativeSelect, Paper, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import classes from './audit.module.css'
import { type AuditFilterValues, filledFilter, filterFaults, type KnownNames } from './audit-filter.ts'
import { LookupField } from './LookupField.tsx'
import { useAccountMatches, useRecordMatches } from './use-matches.ts'

const allChoice = { value: '', label: 'すべて' }
const actionChoices = [
  allChoice,
  ...auditActionFilters.map((value) => ({ value, label: auditFilterLabels[value] })),
]
const resourceChoices = [
  allChoice,
  ...auditResourceTypes.map((value) => ({ value, label: auditResourceTypeLabels[value] })),
]

export interface AuditFilterFormProps {
  applied: AuditFilterValues
  names: KnownNames
  /** `selected` are the names of newly selected records and accounts. */
  onApply: (values: AuditFilterValues, selected: KnownNames) => void
  onCancel: () => void
}

/** The filter form of the log. The log is requested with the entered filter only after 適用. */
export function AuditFilterForm({ applied, names, onApply, onCancel }: AuditFilterFormProps) {
  const [values, setValues] = useState<AuditFilterValues>(applied)
  const [selected, setSelected] = useState<KnownNames>({})
  const known = { ...names, ...selected }
  const faults = filterFaults(values)
  const select = (name: 'resourceId' | 'userId') => (id: string | undefined, label?: string) => {
    setValues((before) => ({ ...before, [name]: id }))
    if (id && label) setSelected((before) => ({ ...before, [id]: label }))
  }
  const field = (name: keyof AuditFilterValues) => ({
    value: values[name] ?? '',
    // The cast holds because select and date inputs yield only values of their vocabularies.
    onChange: (event: { currentTarget: { value: string } }) =>
      setValues({ ...values, [name]: event.currentTarget.value } as AuditFilterValues),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!faults.endDate) onApply(filledFilter(values), selected)
  }
  return (
    <Paper
      component="form"
      withBorder
      p="md"
      mb="md"
      className={classes.filter}
      onSubmit={submit}
      aria-label="監査ログの絞り込み"
    >
      <TextInput type="date" label="開始日" max="9999-12-31" {...field('startDate')} />
      <TextInput type="date" label="終了日" max="9999-12-31" error={faults.endDate} {...field('endDate')} />
      <NativeSelect label="操作" data={actionChoices} {...field('action')} />
      <NativeSelect label="対象" data={resourceChoices} {...field('resourceType')} />
      <LookupField
        label="対象名"
        placeholder="名前・ID"
        value={values.resourceId}
        names={known}
        useMatches={useRecordMatches}
        onSelect={select('resourceId')}
      />
      <LookupField
        label="ユーザー"
        placeholder="名前・アドレス・ID"
        value={values.userId}
        names={known}
        useMatches={useAccountMatches}
        onSelect={select('userId')}
      />
      <Group justify="flex-end" align="flex-end" gap="xs" className={classes.filterButtons}>
        <Button variant="default" onClick={onCancel}>
          キャンセル
        </Button>
        <Button type="submit" disabled={faults.endDate !== undefined}>
          適用
        </Button>
      </Group>
    </Paper>
  )
}
