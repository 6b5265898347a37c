import { sql } from 'kysely'
import { authorStillMay, requestAsSuperadmin } from '../../access/delegated-rights.ts'

/**
 * Whether the override `o` is in force, or may be confirmed: a request that no second person has confirmed ends when its author is no
 * superadmin any more (D118).
 */
export const isOpen = sql<boolean>`(o.confirmed_at IS NOT NULL OR o.opinion IS NULL
  OR ${authorStillMay('o.requested_by', requestAsSuperadmin)})`
