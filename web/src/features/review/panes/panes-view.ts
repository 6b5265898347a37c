import type { DocumentType } from '@kyc/contract/document-vocabulary.ts'
import { useMemo, useReducer } from 'react'
import {
  initialView,
  type Place,
  type View,
  type ViewAction,
  viewReducer,
} from '../../documents/viewer/viewer-view.ts'

/** Zoom and position of these can be joined: they show the same face. */
const joinable: readonly DocumentType[] = ['idFront', 'selfie', 'selfieWithId']

export interface PanesState {
  readonly views: Readonly<Partial<Record<DocumentType, View>>>
  /** Zooming or panning one of the large pictures does the same to the others. */
  readonly synchronised: boolean
  /** Where the synchronised pictures are centred; undefined until one is panned. */
  readonly centre: Place | undefined
  /** The ids of the versions that are visible. */
  readonly displayed: ReadonlySet<string>
  /** The ids of the versions that could not be displayed. */
  readonly broken: ReadonlySet<string>
  /** The document that fills the window. */
  readonly fullScreen: DocumentType | null
  /** The document that is compared with its version before. */
  readonly compared: DocumentType | null
}

export type PanesAction =
  | { readonly kind: 'view'; readonly type: DocumentType; readonly action: ViewAction }
  | { readonly kind: 'pan'; readonly type: DocumentType; readonly centre: Place }
  | { readonly kind: 'synchronise'; readonly type: DocumentType }
  | { readonly kind: 'join'; readonly synchronised: boolean }
  | { readonly kind: 'displayed'; readonly id: string }
  | { readonly kind: 'broken'; readonly id: string; readonly broken: boolean }
  | { readonly kind: 'fullScreen'; readonly type: DocumentType | null }
  | { readonly kind: 'compare'; readonly type: DocumentType | null }

export function initialPanes(synchronised = false): PanesState {
  const none = new Set<string>()
  return {
    views: {},
    synchronised,
    centre: undefined,
    displayed: none,
    broken: none,
    fullScreen: null,
    compared: null,
  }
}

export function panesReducer(state: PanesState, action: PanesAction): PanesState {
  switch (action.kind) {
    case 'view':
      return withView(state, action.type, viewReducer(viewOf(state, action.type), action.action))
    case 'pan':
      return sharesView(state, action.type) ? { ...state, centre: action.centre } : state
    case 'synchronise': {
      const next = { ...state, synchronised: !state.synchronised, centre: undefined }
      return withView(next, action.type, viewOf(state, action.type))
    }
    case 'join':
      return { ...state, synchronised: action.synchronised, centre: undefined }
    case 'displayed':
      return { ...state, displayed: new Set(state.displayed).add(action.id) }
    case 'broken': {
      const { displayed, broken } = { displayed: new Set(state.displayed), broken: new Set(state.broken) }
      displayed.delete(action.id)
      if (action.broken) broken.add(action.id)
      else broken.delete(action.id)
      return { ...state, displayed, broken }
    }
    case 'fullScreen':
      return { ...state, fullScreen: action.type }
    case 'compare':
      return { ...state, compared: action.type }
  }
}

export function viewOf(state: PanesState, type: DocumentType): View {
  return state.views[type] ?? initialView
}

/** Whether zoom and position of `type` are those of the other large pictures. */
export function sharesView(state: PanesState, type: DocumentType): boolean {
  return state.synchronised && joinable.includes(type)
}

export function isJoinable(type: DocumentType): boolean {
  return joinable.includes(type)
}

function withView(state: PanesState, type: DocumentType, view: View): PanesState {
  const views = { ...state.views, [type]: view }
  if (sharesView(state, type)) {
    for (const other of joinable) views[other] = { ...viewOf({ ...state, views }, other), zoom: view.zoom }
  }
  // A fitted picture has no position.
  return { ...state, views, centre: view.zoom > 1 ? state.centre : undefined }
}

export interface PanesView {
  readonly state: PanesState
  readonly dispatch: (action: PanesAction) => void
}

/** Whether the large pictures of all cases move together, and the change of it. */
export type Synchronised = readonly [boolean, (synchronised: boolean) => void]

/**
 * The views of the documents of one case. `state.displayed` names the versions on screen, as `shown` of a claim
 * expects them.
 */
export function usePanesView([synchronised, onSynchronise]: Synchronised): PanesView {
  const [state, dispatch] = useReducer(panesReducer, synchronised, initialPanes)
  if (state.synchronised !== synchronised) dispatch({ kind: 'join', synchronised })
  return useMemo(() => {
    const act = (action: PanesAction) => {
      dispatch(action)
      if (action.kind === 'synchronise') onSynchronise(!state.synchronised)
    }
    return { state, dispatch: act }
  }, [state, onSynchronise])
}
