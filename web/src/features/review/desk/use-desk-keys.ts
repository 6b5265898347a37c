import type { DocumentType } from '@kyc/contract/document-vocabulary.ts'
import type { PerformerDocument } from '@kyc/contract/documents.ts'
import { useEffect } from 'react'
import { type Keys, useKeys } from '../../../ui/use-key.ts'
import type { ViewAction } from '../../documents/viewer/viewer-view.ts'
import { paneOrder } from '../panes/arrange.ts'
import type { PanesView } from '../panes/panes-view.ts'

export interface DeskKeysOptions {
  /** Whether the case is on screen. */
  on: boolean
  panes: PanesView
  documents: readonly PerformerDocument[]
  active: DocumentType | undefined
  onActivate: (type: DocumentType) => void
  onNote: () => void
}

/** The keys of the desk, apart from those of the decision and the queue; the viewer has the same. */
export function useDeskKeys({ on, panes, documents, active, onActivate, onNote }: DeskKeysOptions): void {
  const view = (action: ViewAction) => () => {
    if (active) panes.dispatch({ kind: 'view', type: active, action })
  }
  const numbers: Keys = Object.fromEntries(
    paneOrder.map((type, index) => [
      String(index + 1),
      documents.some((doc) => doc.type === type) ? () => onActivate(type) : undefined,
    ]),
  )
  const keys: Keys = {
    ...numbers,
    n: onNote,
    e: view({ kind: 'rotate', turns: 1 }),
    m: view({ kind: 'lens' }),
    '0': view({ kind: 'reset' }),
    f: () => active && panes.dispatch({ kind: 'fullScreen', type: active }),
  }
  const zoomIn = view({ kind: 'zoomIn' })
  const held: Keys = { '+': zoomIn, ';': zoomIn, '=': zoomIn, '-': view({ kind: 'zoomOut' }) }
  useKeys(on ? keys : {})
  useKeys(on ? held : {}, { repeat: true })
  useEffect(() => {
    if (!on) return
    window.addEventListener('keydown', leaveField)
    return () => window.removeEventListener('keydown', leaveField)
  }, [on])
}

/** Esc leaves a field, so that the keys act again. Dialogs close instead. */
function leaveField({ key, target, isComposing }: KeyboardEvent): void {
  if (key !== 'Escape' || isComposing || !(target instanceof HTMLElement)) return
  if (target.closest('[role="dialog"]') || !target.matches('input, textarea, select')) return
  target.blur()
}
