import { type DocumentType, requiredDocumentTypes } from '@kyc/contract/document-vocabulary.ts'
import { documentTypeLabels } from '@kyc/contract/labels.ts'
import { performerFieldsSchema } from '@kyc/contract/performers.ts'
import { parseInput } from '../../platform/http/requests/input.ts'
import { Problem } from '../../platform/problem.ts'
import { idBackClosed } from '../documents/close-id-back.ts'
import { checkDetails, type Details } from './performer-details.ts'

const nameLabels = {
  lastName: '姓',
  firstName: '名',
  lastNameRoman: '姓（ローマ字）',
  firstNameRoman: '名（ローマ字）',
} as const

/**
 * The fields of a registration, checked together with the files (spec §5). A date of birth below 18 is accepted: it
 * stops the approval, not the registration (D15).
 * @throws Problem NAMES_REQUIRED, FILES_REQUIRED, INVALID_INPUT, ID_KIND_UNSUPPORTED, ID_BACK_CLOSED
 */
export function checkRegistration(
  { fields, files }: { fields: Readonly<Record<string, string>>; files: readonly { type: DocumentType }[] },
  now: Date,
): Details {
  const slots = new Set(files.map(({ type }) => type))
  requireNames(fields)
  const parsed = parseInput(performerFieldsSchema, fields)
  requireFiles(slots)
  const details = { ...absent, ...parsedNames(parsed), ...checkDetails(parsed, now) }
  if (idBackClosed(details.idKind) && slots.has('idBack'))
    throw new Problem('ID_BACK_CLOSED', { field: 'idBack' })
  return details
}

const absent = {
  external_id: null,
  email: null,
  date_of_birth: null,
  nationality: null,
  idKind: null,
} as const

function parsedNames({
  lastName,
  firstName,
  lastNameRoman,
  firstNameRoman,
}: Record<keyof typeof nameLabels, string>) {
  return { lastName, firstName, lastNameRoman, firstNameRoman }
}

function requireNames(fields: Readonly<Record<string, string>>): void {
  const missing = Object.entries(nameLabels).filter(([name]) => !fields[name]?.trim())
  if (missing.length === 0) return
  const errors = missing.map(([field, label]) => ({ field, message: `${label}を入力してください。` }))
  throw new Problem('NAMES_REQUIRED', { field: errors[0]?.field ?? 'lastName', errors })
}

function requireFiles(slots: ReadonlySet<DocumentType>): void {
  const missing = requiredDocumentTypes.filter((type) => !slots.has(type))
  if (missing.length === 0) return
  const errors = missing.map((field) => ({
    field,
    message: `${documentTypeLabels[field]}を選択してください。`,
  }))
  throw new Problem('FILES_REQUIRED', { field: errors[0]?.field ?? 'agreementFile', errors })
}
