import { dayInJapan } from '@kyc/contract/dates.ts'
import { birthDateFault } from '@kyc/contract/document-rules.ts'
import { type IdKind, idKinds } from '@kyc/contract/document-vocabulary.ts'
import { allFields, type PerformerField } from '@kyc/contract/performer-fields.ts'
import type { PerformerDetails, PerformerFields } from '@kyc/contract/performers.ts'
import { fieldProblem } from '../../platform/http/requests/input.ts'
import { Problem } from '../../platform/problem.ts'

/** Parsed fields of a form, of which any may be missing. */
type GivenFields = { readonly [F in PerformerField]?: PerformerFields[F] | undefined }

/**
 * Parsed fields as they are stored, empty ones as null; those that are absent stay absent.
 * @throws Problem ID_KIND_UNSUPPORTED, INVALID_INPUT (a date of birth in the future or before 1900)
 */
export function checkDetails(fields: GivenFields, now: Date): Partial<PerformerDetails> {
  const given = allFields.filter((field) => fields[field] !== undefined)
  return {
    ...Object.fromEntries(given.map((field) => [field, fields[field] || null])),
    ...(fields.idKind !== undefined && { idKind: acceptedKind(fields.idKind) }),
    ...(fields.date_of_birth !== undefined && { date_of_birth: birthDate(fields.date_of_birth, now) }),
  }
}

/** D14: the kinds that are refused have a name of their own only to be refused by. */
function acceptedKind(kind: PerformerFields['idKind']): IdKind | null {
  if (!kind) return null
  const accepted = idKinds.find((each) => each === kind)
  if (!accepted) throw new Problem('ID_KIND_UNSUPPORTED', { field: 'idKind' })
  return accepted
}

function birthDate(date: string | null | undefined, now: Date): string | null {
  if (!date) return null
  const fault = birthDateFault(date, dayInJapan(now))
  if (fault !== undefined) throw fieldProblem('date_of_birth', fault)
  return date
}
