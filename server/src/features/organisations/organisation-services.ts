import type { AccountServices } from '../accounts/account-services.ts'

/** What the acts on organisations require. */
export type OrganisationServices = AccountServices
