import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type SentFile, type UploadProgress, uploadProgress } from './upload-progress.ts'

/** A running upload. */
export interface Sending {
  readonly progress: UploadProgress
  /** Number of files. */
  readonly files: number
  readonly startedAt: number
}

/** The parts of a call that report its progress and stop it. */
export interface UploadControls {
  readonly signal: AbortSignal
  readonly onProgress: (loaded: number, total: number) => void
}

interface UploadOptions<Input, Result> {
  /** The files, in sending order. */
  readonly filesOf: (input: Input) => readonly SentFile[]
  readonly send: (input: Input, controls: UploadControls) => Promise<Result>
  /** The upload counts as running until this promise resolves. */
  readonly onSuccess: (result: Result) => Promise<unknown>
}

/** The reason of the abort if the user has stopped the upload. */
class UploadStopped extends Error {}

/** Sends files, one upload at a time; it can be stopped, and stops on unmount. */
export function useUpload<Input, Result>({ filesOf, send, onSuccess }: UploadOptions<Input, Result>) {
  const running = useRef<AbortController>(undefined)
  const [sending, setSending] = useState<Sending>()
  useEffect(() => () => running.current?.abort(), [])
  const mutation = useMutation({
    mutationFn: (input: Input) => {
      const controller = new AbortController()
      running.current = controller
      const files = filesOf(input)
      const startedAt = Date.now()
      const onProgress = (loaded: number, total: number) =>
        setSending({ progress: uploadProgress(files, { loaded, total }), files: files.length, startedAt })
      onProgress(0, 1)
      return send(input, { signal: controller.signal, onProgress })
    },
    onSuccess,
  })
  const stopped = mutation.error instanceof UploadStopped
  return {
    send: mutation.mutate,
    sending: mutation.isPending ? sending : undefined,
    /** The failure; null if the user has stopped the upload. */
    error: stopped ? null : mutation.error,
    stopped,
    stop: () => running.current?.abort(new UploadStopped()),
    reset: mutation.reset,
  }
}
