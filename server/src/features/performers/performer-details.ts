import { dayInJapan } from '@kyc/contract/dates.ts'
import { birthDateFault } from '@kyc/contract/document-rules.ts'
import { type IdKind, idKinds } from '@kyc/contract/document-vocabulary.ts'
import type { PerformerFields } from '@kyc/contract/performers.ts'
import { fieldProblem } from '../../platform/http/requests/input.ts'
import { Problem } from '../../platform/problem.ts'

/** What is known of a performer beside the documents, as the contract spells it; absent is null. */
export interface Details {
  readonly lastName: string
  readonly firstName: string
  readonly lastNameRoman: string
  readonly firstNameRoman: string
  readonly external_id: string | null
  readonly email: string | null
  readonly date_of_birth: string | null
  readonly nationality: string | null
  readonly idKind: IdKind | null
}

/** Parsed fields of a form, of which any may be missing. */
type GivenFields = { readonly [Name in keyof PerformerFields]?: PerformerFields[Name] | undefined }

/** The column of each detail. */
export const detailColumns = {
  lastName: 'last_name',
  firstName: 'first_name',
  lastNameRoman: 'last_name_roman',
  firstNameRoman: 'first_name_roman',
  external_id: 'external_id',
  email: 'email',
  date_of_birth: 'date_of_birth',
  nationality: 'nationality',
  idKind: 'id_kind',
} as const satisfies Record<keyof Details, string>

/**
 * Parsed fields as they are stored; those that are absent stay absent.
 * @throws Problem ID_KIND_UNSUPPORTED, INVALID_INPUT (a date of birth that nobody can have)
 */
export function checkDetails(fields: GivenFields, now: Date): Partial<Details> {
  const names = ['lastName', 'firstName', 'lastNameRoman', 'firstNameRoman'] as const
  const texts = ['external_id', 'email', 'nationality'] as const
  return {
    ...Object.fromEntries(names.flatMap((name) => (fields[name] ? [[name, fields[name]]] : []))),
    // Of spaces alone, nothing is left of a text.
    ...Object.fromEntries(
      texts.flatMap((text) => (fields[text] === undefined ? [] : [[text, fields[text] || null]])),
    ),
    ...(fields.idKind === undefined ? {} : { idKind: acceptedKind(fields.idKind) }),
    ...(fields.date_of_birth === undefined ? {} : { date_of_birth: birthDate(fields.date_of_birth, now) }),
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
