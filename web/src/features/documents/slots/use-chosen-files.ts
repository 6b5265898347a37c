import type { DocumentType } from '@kyc/contract/document-vocabulary.ts'
import type { FieldError } from '@kyc/contract/problem-body.ts'
import { useState } from 'react'
import { emptySlot, refusedSlot, type SlotState, updatedSlot } from './slot-state.ts'
import { useFilePreparation } from './use-file-preparation.ts'
import type { Submission } from './use-submit-documents.ts'

interface Chosen {
  readonly state: SlotState
  readonly idempotencyKey: string
}

/** The files that are chosen for slots. Calls `onChange` after each choice. */
export function useChosenFiles(onChange: () => void) {
  const [chosen, setChosen] = useState<Partial<Record<DocumentType, Chosen>>>({})
  const stateOf = (type: DocumentType) => chosen[type]?.state ?? emptySlot
  const change = (type: DocumentType, next: (state: SlotState) => SlotState) =>
    setChosen((all) => {
      const slot = all[type]
      return slot ? { ...all, [type]: { ...slot, state: next(slot.state) } } : all
    })
  const preparation = useFilePreparation<DocumentType>(
    (type, state) => {
      setChosen((all) => ({ ...all, [type]: { state, idempotencyKey: crypto.randomUUID() } }))
      onChange()
    },
    (type, update) => change(type, (state) => updatedSlot(state, update)),
  )
  return {
    stateOf,
    ...preparation,
    refuse: (type: DocumentType, fault: FieldError) => change(type, (state) => refusedSlot(state, fault)),
    /** The files of these slots that can be sent. */
    ready: (types: readonly DocumentType[]): Submission[] =>
      types.flatMap((type) => {
        const slot = chosen[type]
        if (slot?.state.kind !== 'ready') return []
        return [{ type, file: slot.state.file, idempotencyKey: slot.idempotencyKey }]
      }),
  }
}
