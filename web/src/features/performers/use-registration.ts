import { createPerformer, type Performer } from '@kyc/contract/performers.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { refreshPerformers } from '../documents/document-queries.ts'
import { type UploadProgress, uploadProgress } from '../documents/upload-progress.ts'
import { type RegistrationForm, readyFiles } from './registration-form.ts'
import { registrationFields } from './registration-input.ts'

/** Sends the form. Sending can be stopped; the typed values and chosen files remain (D52). */
export function useRegistration(onDone: (performer: Performer) => Promise<void>) {
  const queries = useQueryClient()
  const [formId] = useState(() => crypto.randomUUID())
  const running = useRef<AbortController>(undefined)
  const [sending, setSending] = useState<{ progress: UploadProgress; files: number; startedAt: number }>()
  const mutation = useMutation({
    mutationFn: async (form: RegistrationForm) => {
      const ready = readyFiles(form)
      const sizes = ready.map(({ slot, file }) => ({ key: slot, size: file.size }))
      const startedAt = Date.now()
      const show = (position: { loaded: number; total: number }) =>
        setSending({ progress: uploadProgress(sizes, position), files: ready.length, startedAt })
      running.current = new AbortController()
      show({ loaded: 0, total: 1 })
      return call(createPerformer, {
        fields: registrationFields(form.values),
        files: Object.fromEntries(ready.map(({ slot, file }) => [slot, file])),
        // A retry of the same content reuses the key; any change of a field or file changes it (D20).
        idempotencyKey: `${formId}-${form.revision}`,
        signal: running.current.signal,
        onProgress: (loaded, total) => show({ loaded, total }),
      })
    },
    onSuccess: (performer) => {
      void refreshPerformers(queries)
      return onDone(performer)
    },
    onSettled: () => setSending(undefined),
  })
  return {
    send: mutation.mutate,
    error: mutation.error,
    /** Sending was stopped by the user; `error` is not a failure then. */
    stopped: running.current?.signal.aborted === true,
    sending: mutation.isPending ? sending : undefined,
    stop: () => running.current?.abort(),
  }
}
