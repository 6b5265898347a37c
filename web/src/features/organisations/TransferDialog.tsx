import { limits } from '@kyc/contract/limits.ts'
import { organisationKindLabels } from '@kyc/contract/organisation-labels.ts'
import { listOrganisations } from '@kyc/contract/organisation-members.ts'
import { requestTransfer } from '@kyc/contract/transfers.ts'
import { Select, Textarea } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { call } from '../../api/call.ts'
import { pageQuery, queryKey } from '../../api/queries.ts'
import { FieldLabel } from '../../ui/FieldBadge.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { showToast } from '../../ui/toast.ts'
import { useFormCall } from '../../ui/use-form-call.ts'

interface TransferDialogProps {
  from: { readonly id: string; readonly name: string }
  /** Absent to merge the whole organisation. */
  records?: { readonly performers: string[]; readonly videos: string[] } | undefined
  onClose: () => void
  /** What moves. */
  children: ReactNode
}

/** Requests to move records, or to merge an organisation into another; another superadmin confirms it. */
export function TransferDialog({ from, records, onClose, children }: TransferDialogProps) {
  const queries = useQueryClient()
  const form = useFormCall({
    initial: { to: '', reason: '' },
    schema: requestTransfer.body,
    body: (values) => ({ ...values, records }),
    call: (body, idempotencyKey) => call(requestTransfer, { params: { id: from.id }, body, idempotencyKey }),
    onDone: async () => {
      await queries.invalidateQueries({ queryKey: queryKey('transfers') })
      onClose()
      showToast('申請しました。ほかの最高管理者の承認をお待ちください')
    },
  })
  const { value, error } = form.field('to')
  return (
    <FormDialog
      title={records ? '別の組織への移行' : '別の組織への統合'}
      submit="申請する"
      failed="申請できませんでした"
      state={form}
      onClose={onClose}
    >
      <p>{children}</p>
      <OrganisationSelect from={from.id} value={value} error={error} onChange={(to) => form.change({ to })} />
      <Textarea
        size="md"
        label={<FieldLabel kind="required">理由</FieldLabel>}
        aria-label="理由"
        aria-required
        description="監査ログに記録され、両方の組織のメンバーに表示されます。"
        autosize
        minRows={3}
        maxLength={limits.textChars}
        {...form.field('reason')}
      />
    </FormDialog>
  )
}

interface Choice {
  readonly value: string
  readonly label: string
}

interface OrganisationSelectProps {
  from: string
  value: string
  error: ReactNode
  onChange: (organisation: string) => void
}

/** Finds an organisation by its name. */
function OrganisationSelect({ from, value, error, onChange }: OrganisationSelectProps) {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<Choice | null>(null)
  // Does not search for the label of the chosen organisation, which the field shows after the choice.
  const [search] = useDebouncedValue(text === chosen?.label ? '' : text, 250)
  const found = useQuery(
    pageQuery(listOrganisations, { query: { search: search || undefined, state: 'active', limit: 20 } }),
  )
  const choices: Choice[] = (found.data?.items ?? [])
    .filter(({ id }) => id !== from)
    .map(({ id, name, kind }) => ({ value: id, label: `${name}（${organisationKindLabels[kind]}）` }))
  const missing = chosen !== null && choices.every((choice) => choice.value !== chosen.value)
  return (
    <Select
      size="md"
      label={<FieldLabel kind="required">移行先の組織</FieldLabel>}
      aria-label="移行先の組織"
      aria-required
      placeholder="組織名で検索"
      nothingFoundMessage={found.isPending ? '検索しています…' : '見つかりません'}
      searchable
      onSearchChange={setText}
      // Shows all options, because the server has filtered them.
      filter={({ options }) => options}
      data={missing ? [chosen, ...choices] : choices}
      value={value || null}
      error={error}
      onChange={(next) => {
        setChosen(choices.find((choice) => choice.value === next) ?? null)
        onChange(next ?? '')
      }}
    />
  )
}
