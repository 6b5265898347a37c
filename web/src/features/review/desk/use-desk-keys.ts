import { type Keys, useKeys } from '../../../ui/use-key.ts'
import { documentOrder } from '../../documents/viewer/document-order.ts'
import type { ViewAction } from '../../documents/viewer/viewer-view.ts'
import type { Review } from '../use-review.ts'
import { usePageKeys } from './use-page-keys.ts'

/** The keys of the desk, apart from those of the decision and the queue; the viewer has the same. */
export function useDeskKeys({ documents, doc: shown, dispatch, onNote }: Review): void {
  const view = (action: ViewAction) => () => {
    if (shown) dispatch({ kind: 'view', type: shown.type, action })
  }
  const numbers: Keys = Object.fromEntries(
    documentOrder.map((type, index) => {
      const doc = documents.find((each) => each.type === type)
      return [String(index + 1), doc && (() => dispatch({ kind: 'show', id: doc.id }))]
    }),
  )
  const zoomIn = view({ kind: 'zoomIn' })
  useKeys({
    ...numbers,
    n: onNote,
    e: view({ kind: 'rotate', turns: 1 }),
    m: view({ kind: 'lens' }),
    '0': view({ kind: 'reset' }),
    f: () => dispatch({ kind: 'fullScreen', on: true }),
  })
  usePageKeys(shown?.mimeType === 'application/pdf')
  const held = { '+': zoomIn, ';': zoomIn, '=': zoomIn, '-': view({ kind: 'zoomOut' }) }
  useKeys(held, { repeat: true })
}
