import text from '../ui/text.module.css'
import type { NamedOwner } from './use-organisations.ts'

/** The head of the column that names the owner. */
export const ownerLabels = { organisation: '組織', person: '登録者' } as const satisfies Record<
  Exclude<NamedOwner, null>,
  string
>

export interface OwnerNamesProps {
  record: { readonly organisation: { readonly name: string }; readonly registeredBy: string }
  owner: Exclude<NamedOwner, null>
}

/** The registrar of a record, for admins below its organisation unless both have the same name, as a personal one. */
export function OwnerNames({ record: { organisation, registeredBy }, owner }: OwnerNamesProps) {
  if (owner === 'person' || organisation.name === registeredBy) return registeredBy
  return (
    <>
      {organisation.name}
      <span className={text.second}>{registeredBy}</span>
    </>
  )
}
