import type { AccountServices } from '../accounts/account-services.ts'

/** What the acts on organisations require. */
export type OrganisationServices = Pick<
  AccountServices,
  'audit' | 'clock' | 'config' | 'cursors' | 'db' | 'mails' | 'passwords' | 'pseudonymKey' | 'replyKeys'
>
