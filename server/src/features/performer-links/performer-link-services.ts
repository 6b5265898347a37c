import type { Config } from '../../platform/config.ts'
import type { AccountServices } from '../accounts/account-services.ts'
import type { DocumentServices } from '../documents/document-services.ts'

/** The services of this feature. Each act picks those it needs. */
export type PerformerLinkServices = DocumentServices &
  AccountServices & {
    readonly config: { readonly secureCookies: boolean } & Pick<Config, 'mail'>
    /** Hides addresses in the names of counters. */
    readonly pseudonymKey: Buffer
  }
