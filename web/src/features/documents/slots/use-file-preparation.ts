import type { StoredType } from '@kyc/contract/document-vocabulary.ts'
import { useEffect, useRef } from 'react'
import { openInspector } from './inspect-picture.ts'
import type { PictureHint } from './picture-hints.ts'
import { InvalidFileError, prepareFile } from './prepare-file.ts'
import { emptySlot, type SlotState, type SlotUpdate } from './slot-state.ts'

export interface FilePreparation<S extends StoredType> {
  /** Checks and shrinks `file` for `slot`, and replaces the file of the slot; hints about a picture follow later. */
  choose(slot: S, file: File): Promise<void>
  /** Empties `slot`, and cancels the shrinking of its file (D52: cancel per file before sending). */
  clear(slot: S): void
}

export function useFilePreparation<S extends StoredType>(
  onState: (slot: S, state: SlotState) => void,
  onUpdate: (slot: S, update: SlotUpdate) => void,
  /** Shrinks pictures above this size, for slow connections. */
  shrinkAboveBytes?: number,
): FilePreparation<S> {
  const running = useRef(new Map<S, AbortController>())
  useEffect(() => {
    const all = running.current
    return () => {
      for (const controller of all.values()) controller.abort()
    }
  }, [])

  const start = (slot: S): AbortSignal => {
    running.current.get(slot)?.abort()
    const controller = new AbortController()
    running.current.set(slot, controller)
    return controller.signal
  }

  return {
    async choose(slot, file) {
      const signal = start(slot)
      onState(slot, { kind: 'preparing', name: file.name, share: 0 })
      try {
        const onProgress = (share: number) => onUpdate(slot, { share })
        const prepared = await prepareFile(slot, file, signal, onProgress, shrinkAboveBytes)
        onState(slot, { kind: 'ready', file: prepared.file, notice: prepared.notice })
        const hints = await inspectPicture(slot, prepared.file, signal)
        if (!signal.aborted) onUpdate(slot, { hints })
      } catch (error) {
        if (signal.aborted) return
        if (!(error instanceof InvalidFileError)) throw error
        onState(slot, { kind: 'refused', name: file.name, fault: error.fault })
      }
    },
    clear(slot) {
      running.current.get(slot)?.abort()
      onState(slot, emptySlot)
    },
  }
}

/** The hints for a picture; none for a PDF, or if `signal` is aborted. */
async function inspectPicture(
  type: StoredType,
  picture: File,
  signal: AbortSignal,
): Promise<readonly PictureHint[]> {
  if (picture.type === 'application/pdf') return []
  const inspector = openInspector()
  signal.addEventListener('abort', inspector.close, { once: true })
  const hints = await inspector.inspect(picture, type)
  inspector.close()
  return hints
}
