import type { PerformerField } from '@kyc/contract/performer-fields.ts'
import { type Performer, updatePerformer } from '@kyc/contract/performers.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { fieldErrors } from '../../api/failure-text.ts'
import { refreshPerformers } from '../documents/document-queries.ts'
import { changesOf, type LaterChange, mergeLater, valuesOf } from './edit-changes.ts'
import { jumpTo } from './jump-to.ts'
import { performerRecord } from './performer-queries.ts'
import type { PerformerValues } from './registration-form.ts'

export interface Conflict {
  readonly changes: readonly LaterChange[]
  /** Who made each change, by field. */
  readonly authors: Readonly<Record<string, string>>
}

/**
 * The values of an edit and the record that it starts from. Where the record changed in the meantime, the next attempt
 * starts from its newest version: what was typed stays, and `conflict` names what the others changed.
 */
export function useEdit(performer: Performer, onSaved: () => void) {
  const [start, setStart] = useState({ performer, values: valuesOf(performer) })
  const [values, setValues] = useState(start.values)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const queries = useQueryClient()
  const update = useMutation({
    mutationFn: ({ sent, reason }: { sent: PerformerValues; reason: string }) => {
      const body = { ...changesOf(start.values, sent, reason), version: start.performer.version }
      return call(updatePerformer, { params: { id: performer.id }, body })
    },
    onSuccess: async () => {
      await refreshPerformers(queries)
      onSaved()
    },
    onError: async (error) => {
      if (error instanceof ApiError && error.code === 'CONFLICT') return startAgain(error)
      const [field] = Object.keys(fieldErrors(error))
      if (field) jumpTo(field)
    },
  })

  async function startAgain(error: ApiError): Promise<void> {
    const now = await queries.fetchQuery({ ...performerRecord(performer.id), staleTime: 0 })
    const merged = mergeLater(start.values, values, valuesOf(now))
    setStart({ performer: now, values: valuesOf(now) })
    setValues(merged.values)
    setConflict({ changes: merged.later, authors: fieldErrors(error) })
  }

  return {
    update,
    before: start.values,
    values,
    conflict,
    onChange: (field: PerformerField, value: string) => setValues({ ...values, [field]: value }),
  }
}
