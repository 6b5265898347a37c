import { idKinds } from '@kyc/contract/document-vocabulary.ts'
import { idKindLabels } from '@kyc/contract/labels.ts'
import { listReviewOrganisations } from '@kyc/contract/review.ts'
import { Button, Checkbox, NativeSelect, Select, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { callQuery } from '../../../api/queries.ts'
import type { ReviewSearch } from '../../../paths.ts'
import { Dialog, DialogCancel } from '../../../ui/Dialog.tsx'
import { formatCount } from '../../../ui/format.ts'
import { ageKeys, ageOf, ages, withAge } from './queue-filters.ts'

export interface QueueFilterProps {
  search: ReviewSearch
  onClose: () => void
}

/** The filter of the queue; it lives in the URL. */
export function QueueFilter({ search, onClose }: QueueFilterProps) {
  const navigate = useNavigate()
  const [chosen, setChosen] = useState(search)
  const apply = async (next: ReviewSearch) => {
    onClose()
    // The key is always sent: without it, the router would keep the organisation of this page.
    const { organisation } = next
    await navigate({
      to: '/review',
      params: {} as never, // the pattern has none
      search: { ...withAge(next, ageOf(next)), organisation: organisation || undefined },
    })
  }
  return (
    <Dialog
      title="審査待ちを絞り込む"
      onClose={onClose}
      footer={
        <>
          <Button variant="default" size="md" onClick={() => void apply({})}>
            絞り込みを解除
          </Button>
          <DialogCancel />
          <Button size="md" type="submit" form="queue-filter">
            絞り込む
          </Button>
        </>
      }
    >
      <Stack
        component="form"
        id="queue-filter"
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void apply(chosen)
        }}
      >
        <OrganisationSelect
          current={search.organisation}
          value={chosen.organisation}
          onChange={(organisation) => setChosen({ ...chosen, organisation })}
        />
        <NativeSelect
          label="身分証の種類"
          data={[
            { value: '', label: 'すべての種類' },
            ...idKinds.map((kind) => ({ value: kind, label: idKindLabels[kind] })),
          ]}
          value={chosen.idKind ?? ''}
          onChange={({ currentTarget: { value } }) =>
            setChosen({ ...chosen, idKind: idKinds.find((kind) => kind === value) })
          }
        />
        <NativeSelect
          label="お待たせしている日数"
          data={[
            { value: '', label: 'すべて' },
            ...ageKeys.map((key) => ({ value: key, label: ages[key].label })),
          ]}
          value={ageOf(chosen) ?? ''}
          onChange={({ currentTarget: { value } }) =>
            setChosen(
              withAge(
                chosen,
                ageKeys.find((key) => key === value),
              ),
            )
          }
        />
        <Checkbox
          label="再提出された書類だけ"
          checked={chosen.resubmitted === 'true'}
          onChange={({ currentTarget: { checked } }) =>
            setChosen({ ...chosen, resubmitted: checked ? 'true' : undefined })
          }
        />
        <Checkbox
          label="自分が審査中のものだけ"
          checked={chosen.mine === 'true'}
          onChange={({ currentTarget: { checked } }) =>
            setChosen({ ...chosen, mine: checked ? 'true' : undefined })
          }
        />
      </Stack>
    </Dialog>
  )
}

interface OrganisationSelectProps {
  /** The organisation in the URL, which may have no waiting cases. */
  current: string | undefined
  value: string | undefined
  onChange: (id: string | undefined) => void
}

/** The organisations with waiting cases. */
function OrganisationSelect({ current, value, onChange }: OrganisationSelectProps) {
  const { data, isError } = useQuery(callQuery(listReviewOrganisations))
  const known = data ?? []
  const options = known.map(({ id, name, waiting }) => ({
    value: id,
    label: `${name}（${formatCount(waiting)}件）`,
  }))
  if (current && known.every(({ id }) => id !== current))
    options.unshift({ value: current, label: '現在の組織' })
  return (
    <Select
      label="組織"
      placeholder="すべての組織"
      searchable
      clearable
      nothingFoundMessage="審査待ちのある組織が見つかりません"
      clearButtonProps={{ 'aria-label': 'すべての組織にする' }}
      error={isError && '組織の一覧を取得できませんでした。'}
      data={options}
      value={value || null}
      data-autofocus
      onChange={(id) => onChange(id ?? undefined)}
    />
  )
}
