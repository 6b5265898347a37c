import type { BodyIn, QueryIn } from '@kyc/contract/endpoint.ts'
import { checkPerformer, type SamePerformer } from '@kyc/contract/performer-check.ts'
import { isRomanName } from '@kyc/contract/performer-fields.ts'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { callQuery } from '../../api/queries.ts'
import type { PerformerValues } from './registration-form.ts'
import { fieldFaults, registrationFields } from './registration-input.ts'

type CheckedFields = BodyIn<typeof checkPerformer>

/** The organisation of the new performer; without it, the server chooses. */
export type OfOrganisation = QueryIn<typeof checkPerformer>

/**
 * Checks the fields on the server before the first byte of a file is sent. Throws the ApiError of a refusal. Any other
 * failure is left to the registration, which checks everything again and may be retried.
 */
export async function checkFields(
  fields: CheckedFields,
  query: OfOrganisation,
  signal: AbortSignal,
): Promise<void> {
  try {
    await call(checkPerformer, { query, body: fields, signal })
  } catch (error) {
    signal.throwIfAborted()
    const refused = error instanceof ApiError && error.fromServer && error.status < 500
    if (refused) throw error
  }
}

/** Milliseconds without a key press, after which the typed values are compared. */
const pause = 400

/** The performers of the organisation with the typed name and date of birth; empty until both are typed. */
export function useSamePerformers(values: PerformerValues, query: OfOrganisation): readonly SamePerformer[] {
  const [typed] = useDebouncedValue(values, pause)
  const fields = comparedFields(typed)
  const found = useQuery({
    ...callQuery(checkPerformer, { query, body: fields ?? {} }),
    enabled: fields !== undefined,
    gcTime: 0,
  })
  return found.data?.same ?? []
}

/** The date of birth and the names to compare, if valid; undefined without a date of birth or without a name. */
function comparedFields(values: PerformerValues): CheckedFields | undefined {
  const { lastName, firstName, lastNameRoman, firstNameRoman, date_of_birth } = registrationFields(values)
  if (!date_of_birth || fieldFaults(values).date_of_birth) return undefined
  const isRoman = lastNameRoman && firstNameRoman && [lastNameRoman, firstNameRoman].every(isRomanName)
  if (!isRoman && !(lastName && firstName)) return undefined
  return {
    date_of_birth,
    ...(lastName && firstName ? { lastName, firstName } : {}),
    ...(isRoman ? { lastNameRoman, firstNameRoman } : {}),
  }
}
