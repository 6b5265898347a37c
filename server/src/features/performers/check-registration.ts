import { type DocumentType, requiredDocumentTypes } from '@kyc/contract/document-vocabulary.ts'
import { documentTypeLabels } from '@kyc/contract/labels.ts'
import { mapFields, nameFields, performerFields } from '@kyc/contract/performer-fields.ts'
import { type PerformerDetails, performerFieldsSchema } from '@kyc/contract/performers.ts'
import { inputProblem } from '../../platform/http/requests/input.ts'
import { Problem } from '../../platform/problem.ts'
import { idBackClosed } from '../documents/close-id-back.ts'
import type { ReceivedForm } from '../documents/intake/receive-form.ts'
import { detailFaults, storedDetails } from './performer-details.ts'

type Fields = ReceivedForm['fields']

/** Created once: creating a schema costs ten times as much as parsing with it. */
const presentFields = performerFieldsSchema.partial()

/**
 * Checks the fields of a registration together with its files (spec §5), and reports all faults: NAMES_REQUIRED,
 * FILES_REQUIRED, INVALID_INPUT, ID_KIND_UNSUPPORTED, ID_BACK_CLOSED. Accepts a date of birth under 18, which prevents
 * the approval and not the registration. A draft needs no files.
 */
export function checkRegistration(
  {
    fields,
    files,
    refused,
  }: Pick<ReceivedForm, 'fields' | 'refused'> & {
    files: readonly { type: DocumentType }[]
  },
  now: Date,
  { draft }: { draft: boolean },
): { faults: readonly Problem[]; details: PerformerDetails } {
  const sent = new Set([...files.map(({ type }) => type), ...refused.map(({ details }) => details.field)])
  const missing = missingNames(fields)
  const { success, error } = performerFieldsSchema.safeParse(fields)
  const errors = success ? [] : (inputProblem(error).details.errors ?? [])
  const invalid = errors.filter(({ field }) => !missing.some((name) => name === field))
  const valid = presentFields.parse(omit(fields, new Set([...errors.map(({ field }) => field), ...missing])))
  const stored = storedDetails(valid)
  const faults = [
    ...namesRequired(missing),
    ...(invalid.length > 0 ? [new Problem('INVALID_INPUT', { errors: invalid, ...firstOf(invalid) })] : []),
    ...(draft ? [] : filesRequired(sent)),
    ...detailFaults(valid, now),
    ...(idBackClosed(stored.idKind ?? null) && sent.has('idBack')
      ? [new Problem('ID_BACK_CLOSED', { field: 'idBack' })]
      : []),
  ]
  // Without a fault, every name is present.
  return { faults, details: mapFields((field) => stored[field] ?? null) as PerformerDetails }
}

function omit(fields: Fields, names: ReadonlySet<string>): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.has(name)))
}

function firstOf([first]: readonly { field: string }[]): { field?: string } {
  return first ? { field: first.field } : {}
}

function missingNames(fields: Fields) {
  return nameFields.filter((name) => !fields[name]?.trim())
}

function namesRequired(missing: ReturnType<typeof missingNames>): Problem[] {
  const errors = missing.map((field) => ({
    field,
    message: `${performerFields[field].label}を入力してください。`,
  }))
  return errors.length > 0 ? [new Problem('NAMES_REQUIRED', { ...firstOf(errors), errors })] : []
}

function filesRequired(sent: ReadonlySet<string | undefined>): Problem[] {
  const missing = requiredDocumentTypes.filter((type) => !sent.has(type))
  const errors = missing.map((field) => ({
    field,
    message: `${documentTypeLabels[field]}を選択してください。`,
  }))
  return errors.length > 0 ? [new Problem('FILES_REQUIRED', { ...firstOf(errors), errors })] : []
}
