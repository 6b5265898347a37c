import { idKinds } from '@kyc/contract/document-vocabulary.ts'
import type { BodyIn } from '@kyc/contract/endpoint.ts'
import type { Performer, updatePerformer } from '@kyc/contract/performers.ts'
import { detailFields, nameFields, type PerformerField, type PerformerValues } from './registration-form.ts'

export type PerformerChanges = BodyIn<typeof updatePerformer>

/** Names and date of birth: an approved record must not turn into another person (D15). */
export const identityFields = [...nameFields, 'date_of_birth'] as const satisfies PerformerField[]

export function valuesOf(performer: Performer): PerformerValues {
  return {
    lastName: performer.lastName,
    firstName: performer.firstName,
    lastNameRoman: performer.lastNameRoman,
    firstNameRoman: performer.firstNameRoman,
    date_of_birth: performer.date_of_birth ?? '',
    nationality: performer.nationality ?? '',
    email: performer.email ?? '',
    external_id: performer.external_id ?? '',
    idKind: performer.idKind ?? '',
  }
}

export function changedFields(before: PerformerValues, values: PerformerValues): PerformerField[] {
  return [...nameFields, ...detailFields].filter((field) => values[field].trim() !== before[field])
}

/** What goes out: changed fields alone; an emptied detail becomes null (D15). */
export function changesOf(
  before: PerformerValues,
  values: PerformerValues,
  reason: string,
): PerformerChanges {
  const changed = changedFields(before, values)
  const entries = changed.map((field) => [field, values[field].trim() || null])
  const idKind = idKinds.find((kind) => kind === values.idKind) ?? null
  return {
    ...Object.fromEntries(entries),
    ...(changed.includes('idKind') && { idKind }),
    ...(reason.trim() && { reason: reason.trim() }),
  }
}

export function changesIdentity(before: PerformerValues, values: PerformerValues): boolean {
  const identity: readonly PerformerField[] = identityFields
  return changedFields(before, values).some((field) => identity.includes(field))
}

export interface EditRules {
  /** The registrar can't change names and date of birth any more. */
  readonly identityLocked: boolean
  /** An admin can, and says why. */
  readonly reasonNeeded: boolean
}

/** Once a document is verified (D15). */
export function editRules(isAdmin: boolean, anyVerified: boolean): EditRules {
  return { identityLocked: anyVerified && !isAdmin, reasonNeeded: anyVerified && isAdmin }
}
