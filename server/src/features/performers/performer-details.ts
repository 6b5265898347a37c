import { dayInJapan } from '@kyc/contract/dates.ts'
import { birthDateFault } from '@kyc/contract/document-rules.ts'
import { idKinds } from '@kyc/contract/document-vocabulary.ts'
import { allFields, type PerformerField } from '@kyc/contract/performer-fields.ts'
import type { PerformerDetails, PerformerFields } from '@kyc/contract/performers.ts'
import { fieldProblem } from '../../platform/http/requests/input.ts'
import { Problem, throwAll } from '../../platform/problem.ts'

/** Parsed fields of a form; any may be absent. */
type FormFields = { readonly [F in PerformerField]?: PerformerFields[F] | undefined }

/** The fields as stored: empty ones become null, absent ones remain absent. A kind of ID must be an accepted one. */
export function storedDetails(fields: FormFields): Partial<PerformerDetails> {
  const present = allFields.filter((field) => fields[field] !== undefined)
  return Object.fromEntries(present.map((field) => [field, fields[field] || null]))
}

/** A refused kind of ID, and a date of birth in the future or before 1900. */
export function detailFaults({ idKind, date_of_birth: birth }: FormFields, now: Date): Problem[] {
  // The schema contains the refused kinds so that they get a problem of their own.
  const refused = idKind && !idKinds.some((each) => each === idKind)
  const fault = birth ? birthDateFault(birth, dayInJapan(now)) : undefined
  return [
    ...(fault === undefined ? [] : [fieldProblem('date_of_birth', fault)]),
    ...(refused ? [new Problem('ID_KIND_UNSUPPORTED', { field: 'idKind' })] : []),
  ]
}

/** Checks parsed fields and converts them to stored ones. */
export function checkDetails(fields: FormFields, now: Date): Partial<PerformerDetails> {
  throwAll(detailFaults(fields, now))
  return storedDetails(fields)
}
