import { createPerformer, type Performer } from '@kyc/contract/performers.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { refreshPerformers } from '../documents/refresh-performers.ts'
import { useUpload } from '../documents/slots/use-upload.ts'
import { checkFields, type OfOrganisation } from './check-fields.ts'
import { type RegistrationForm, readyFiles } from './registration-form.ts'
import { registrationFields } from './registration-input.ts'
import { isDraft } from './required-items.ts'

/**
 * Sends the form; if required documents are missing, as a draft. Sending can be stopped; the typed values and chosen
 * files remain (D52).
 */
export function useRegistration(query: OfOrganisation, onDone: (performer: Performer) => Promise<void>) {
  const queries = useQueryClient()
  const [formId] = useState(() => crypto.randomUUID())
  return useUpload({
    filesOf: (form: RegistrationForm) =>
      readyFiles(form).map(({ slot, file }) => ({ key: slot, size: file.size })),
    send: async (form, controls) => {
      const fields = registrationFields(form.values)
      await checkFields(fields, query, controls.signal)
      return call(createPerformer, {
        query: isDraft(form) ? { ...query, draft: 'true' } : query,
        fields,
        files: Object.fromEntries(readyFiles(form).map(({ slot, file }) => [slot, file])),
        // A retry of the same content reuses the key; any change of a field or file changes it.
        idempotencyKey: `${formId}-${form.revision}`,
        ...controls,
      })
    },
    onSuccess: (performer) => {
      void refreshPerformers(queries)
      return onDone(performer)
    },
  })
}
