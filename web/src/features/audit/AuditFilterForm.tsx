import { auditActions, auditResourceTypes } from '@kyc/contract/audit-vocabulary.ts'
import { auditActionLabels, auditResourceTypeLabels } from '@kyc/contract/labels.ts'
import { limits } from '@kyc/contract/limits.ts'
import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/mantine/Button.ts'
import { NativeSelect } from '../../ui/mantine/NativeSelect.ts'
import { TextInput } from '../../ui/mantine/TextInput.ts'
import classes from './audit.module.css'
import { type AuditFilterValues, filledFilter, filterFaults } from './audit-filter.ts'

const allChoice = { value: '', label: 'すべて' }
const actionChoices = [
  allChoice,
  ...auditActions.map((value) => ({ value, label: auditActionLabels[value] })),
]
const resourceChoices = [
  allChoice,
  ...auditResourceTypes.map((value) => ({ value, label: auditResourceTypeLabels[value] })),
]

export interface AuditFilterFormProps {
  applied: AuditFilterValues
  onApply: (values: AuditFilterValues) => void
  onCancel: () => void
}

/** The filter form of the log; sends no request before 適用 (spec §7). */
export function AuditFilterForm({ applied, onApply, onCancel }: AuditFilterFormProps) {
  const [values, setValues] = useState<AuditFilterValues>(applied)
  const faults = filterFaults(values)
  const field = (name: keyof AuditFilterValues) => ({
    value: values[name] ?? '',
    // The cast holds because select and date inputs yield only values of their vocabularies.
    onChange: (event: { currentTarget: { value: string } }) =>
      setValues({ ...values, [name]: event.currentTarget.value } as AuditFilterValues),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!faults.endDate) onApply(filledFilter(values))
  }
  return (
    <form className={classes.filter} onSubmit={submit} aria-label="監査ログのフィルター">
      <TextInput type="date" label="開始日" max="9999-12-31" {...field('startDate')} />
      <TextInput type="date" label="終了日" max="9999-12-31" error={faults.endDate} {...field('endDate')} />
      <NativeSelect label="操作" data={actionChoices} {...field('action')} />
      <NativeSelect label="対象" data={resourceChoices} {...field('resourceType')} />
      <TextInput
        label="対象ID"
        placeholder="出演者などのID"
        maxLength={limits.idChars}
        {...field('resourceId')}
      />
      <TextInput
        label="ユーザーID"
        placeholder="操作した人のID"
        maxLength={limits.idChars}
        {...field('userId')}
      />
      <div className={classes.filterButtons}>
        <Button variant="default" onClick={onCancel}>
          キャンセル
        </Button>
        <Button type="submit" disabled={faults.endDate !== undefined}>
          適用
        </Button>
      </div>
    </form>
  )
}
