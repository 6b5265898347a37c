import type { PerformerField } from '@kyc/contract/performer-fields.ts'
import { getPerformer, type Performer, updatePerformer } from '@kyc/contract/performers.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { fieldErrors } from '../../api/failure-text.ts'
import { callQuery } from '../../api/queries.ts'
import { refreshPerformers } from '../documents/refresh-performers.ts'
import { type ConcurrentChange, changesOf, mergeConcurrentChanges, valuesOf } from './edit-changes.ts'
import { jumpTo } from './jump-to.ts'
import type { PerformerValues } from './registration-form.ts'

export interface Conflict {
  readonly changes: readonly ConcurrentChange[]
  /** Name of the account that made each change, by field. */
  readonly authors: Readonly<Record<string, string>>
}

/**
 * The values of an edit and the record that it is based on. After a conflict, the next attempt is based on
 * the newest record: typed values remain, and `conflict` lists the changes of other accounts.
 */
export function useEdit(performer: Performer, onSaved: () => void) {
  const [base, setBase] = useState({ performer, values: valuesOf(performer) })
  const [values, setValues] = useState(base.values)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const queries = useQueryClient()
  const update = useMutation({
    mutationFn: ({ sent, reason }: { sent: PerformerValues; reason: string }) => {
      const body = { ...changesOf(base.values, sent, reason), version: base.performer.version }
      return call(updatePerformer, { params: { id: performer.id }, body })
    },
    onSuccess: async () => {
      await refreshPerformers(queries)
      onSaved()
    },
    onError: async (error) => {
      if (error instanceof ApiError && error.code === 'CONFLICT') return rebase(error)
      const [field] = Object.keys(fieldErrors(error))
      if (field) jumpTo(field)
    },
  })

  async function rebase(error: ApiError): Promise<void> {
    const current = await queries.query({
      ...callQuery(getPerformer, { params: { id: performer.id } }),
      staleTime: 0,
    })
    const merged = mergeConcurrentChanges(base.values, values, valuesOf(current))
    setBase({ performer: current, values: valuesOf(current) })
    setValues(merged.values)
    setConflict({ changes: merged.changes, authors: fieldErrors(error) })
  }

  return {
    update,
    before: base.values,
    values,
    conflict,
    onChange: (field: PerformerField, value: string) => setValues((typed) => ({ ...typed, [field]: value })),
  }
}
