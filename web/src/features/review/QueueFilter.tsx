import { idKinds } from '@kyc/contract/document-vocabulary.ts'
import { idKindLabels } from '@kyc/contract/labels.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReviewSearch } from '../../paths.ts'
import { Dialog, DialogCancel } from '../../ui/Dialog.tsx'
import form from '../../ui/form.module.css'
import { Button } from '../../ui/mantine/Button.ts'
import { Checkbox } from '../../ui/mantine/Checkbox.ts'
import { NativeSelect } from '../../ui/mantine/NativeSelect.ts'
import { caseQuery } from '../documents/panes/prefetch-case.ts'
import { ageKeys, ageOf, ages, withAge } from './queue-filters.ts'

export interface QueueFilterProps {
  search: ReviewSearch
  /** The open case, whose organisation can be chosen. */
  caseId: string | undefined
  onClose: () => void
}

/** The filter of the queue; it lives in the URL. */
export function QueueFilter({ search, caseId, onClose }: QueueFilterProps) {
  const navigate = useNavigate()
  const [chosen, setChosen] = useState(search)
  const { data } = useQuery({ ...caseQuery(caseId ?? ''), enabled: false })
  const own = data?.performer.organisation
  const apply = async (next: ReviewSearch) => {
    onClose()
    // Without the key, the router would keep the organisation of this page.
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
            条件を解除
          </Button>
          <DialogCancel />
          <Button size="md" type="submit" form="queue-filter">
            絞り込む
          </Button>
        </>
      }
    >
      <form
        id="queue-filter"
        className={form.form}
        onSubmit={(event) => {
          event.preventDefault()
          void apply(chosen)
        }}
      >
        <NativeSelect
          label="組織"
          data={[
            { value: '', label: 'すべての組織' },
            ...(own ? [{ value: own.id, label: own.name }] : []),
            ...(search.organisation && search.organisation !== own?.id
              ? [{ value: search.organisation, label: '現在の組織' }]
              : []),
          ]}
          description="表示している出演者の組織だけに絞り込めます。"
          value={chosen.organisation ?? ''}
          data-autofocus
          onChange={({ currentTarget: { value } }) => setChosen({ ...chosen, organisation: value })}
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
      </form>
    </Dialog>
  )
}
