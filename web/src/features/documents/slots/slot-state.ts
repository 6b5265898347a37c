import { fileCauseTexts } from '@kyc/contract/file-cause-texts.ts'
import type { FieldError } from '@kyc/contract/problem-body.ts'
import type { ProblemCode } from '@kyc/contract/problems.ts'
import type { PictureHint } from './picture-hints.ts'

/** Why a file is refused, in one line or two: the error of spec §5, and its cause. */
export interface FileFault {
  readonly message: string
  readonly cause?: string | undefined
  /** The code of the same problem on the server, for texts in other languages; FILE_TYPE_UNSUPPORTED if absent. */
  readonly code?: ProblemCode
}

/** State of one slot in a form. */
export type SlotState =
  | { readonly kind: 'empty' }
  | { readonly kind: 'preparing'; readonly name: string; readonly share: number }
  | {
      readonly kind: 'ready'
      readonly file: File
      /** Shown if shrinking failed and the original is used. */
      readonly notice?: string | undefined
      readonly hints?: readonly PictureHint[]
    }
  /** The file was refused by the browser or the server; another one has to be selected. */
  | { readonly kind: 'refused'; readonly name: string; readonly fault: FileFault }

export const emptySlot: SlotState = { kind: 'empty' }

/** The progress of a file, or hints about it; the file itself stays the same. */
export type SlotUpdate = { readonly share: number } | { readonly hints: readonly PictureHint[] }

export function updatedSlot(state: SlotState, update: SlotUpdate): SlotState {
  if ('share' in update) return state.kind === 'preparing' ? { ...state, share: update.share } : state
  return state.kind === 'ready' ? { ...state, hints: update.hints } : state
}

/** The slot after the server has refused its file: the name stays, the file has to be selected again. */
export function refusedSlot(state: SlotState, { message, cause }: FieldError): SlotState {
  const name = state.kind === 'ready' ? state.file.name : ''
  return { kind: 'refused', name, fault: { message, cause: cause && fileCauseTexts[cause] } }
}
