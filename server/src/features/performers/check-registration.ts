import { type DocumentType, requiredDocumentTypes } from '@kyc/contract/document-vocabulary.ts'
import { documentTypeLabels } from '@kyc/contract/labels.ts'
import { mapFields, nameFields, performerFields } from '@kyc/contract/performer-fields.ts'
import { type PerformerDetails, performerFieldsSchema } from '@kyc/contract/performers.ts'
import { parseInput } from '../../platform/http/requests/input.ts'
import { Problem } from '../../platform/problem.ts'
import { idBackClosed } from '../documents/close-id-back.ts'
import { checkDetails } from './performer-details.ts'

/**
 * Checks the fields of a registration together with its files (spec §5). Accepts a date of birth under 18,
 * which prevents the approval and not the registration (D15).
 * @throws Problem NAMES_REQUIRED, FILES_REQUIRED, INVALID_INPUT, ID_KIND_UNSUPPORTED, ID_BACK_CLOSED
 */
export function checkRegistration(
  { fields, files }: { fields: Readonly<Record<string, string>>; files: readonly { type: DocumentType }[] },
  now: Date,
): PerformerDetails {
  const types = new Set(files.map(({ type }) => type))
  requireNames(fields)
  const parsed = parseInput(performerFieldsSchema, fields)
  requireFiles(types)
  const checked = checkDetails(parsed, now)
  const details = mapFields((field) => checked[field] ?? null) as PerformerDetails // the schema requires the names
  if (idBackClosed(details.idKind) && types.has('idBack'))
    throw new Problem('ID_BACK_CLOSED', { field: 'idBack' })
  return details
}

function requireNames(fields: Readonly<Record<string, string>>): void {
  const missing = nameFields.filter((name) => !fields[name]?.trim())
  if (missing.length === 0) return
  const errors = missing.map((field) => ({
    field,
    message: `${performerFields[field].label}を入力してください。`,
  }))
  throw new Problem('NAMES_REQUIRED', { field: errors[0]?.field ?? 'lastName', errors })
}

function requireFiles(types: ReadonlySet<DocumentType>): void {
  const missing = requiredDocumentTypes.filter((type) => !types.has(type))
  if (missing.length === 0) return
  const errors = missing.map((field) => ({
    field,
    message: `${documentTypeLabels[field]}を選択してください。`,
  }))
  throw new Problem('FILES_REQUIRED', { field: errors[0]?.field ?? 'agreementFile', errors })
}
