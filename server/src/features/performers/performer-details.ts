import { dayInJapan } from '@kyc/contract/dates.ts'
import { birthDateFault } from '@kyc/contract/document-rules.ts'
import { type IdKind, idKinds } from '@kyc/contract/document-vocabulary.ts'
import { allFields, type PerformerField } from '@kyc/contract/performer-fields.ts'
import type { PerformerDetails, PerformerFields } from '@kyc/contract/performers.ts'
import { fieldProblem } from '../../platform/http/requests/input.ts'
import { Problem } from '../../platform/problem.ts'

/** Parsed fields of a form; any may be absent. */
type FormFields = { readonly [F in PerformerField]?: PerformerFields[F] | undefined }

/**
 * Converts parsed fields to stored ones: empty ones become null, absent ones remain absent.
 * @throws Problem ID_KIND_UNSUPPORTED, INVALID_INPUT (a date of birth in the future or before 1900)
 */
export function checkDetails(fields: FormFields, now: Date): Partial<PerformerDetails> {
  const present = allFields.filter((field) => fields[field] !== undefined)
  return {
    ...Object.fromEntries(present.map((field) => [field, fields[field] || null])),
    ...(fields.idKind !== undefined && { idKind: acceptedKind(fields.idKind) }),
    ...(fields.date_of_birth !== undefined && { date_of_birth: birthDate(fields.date_of_birth, now) }),
  }
}

/** The schema contains the refused kinds so that they get a problem of their own (D14). */
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
