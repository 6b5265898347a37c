import type { LinkChange } from '@kyc/contract/link-labels.ts'
import type { SigningChange } from '@kyc/contract/signing-vocabulary.ts'
import type { Db } from '../../platform/db/database.ts'
import type { LinkKind } from '../../platform/db/tables.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import type { CodeMail } from '../mails/mail-performer-link.ts'
import type { UsableLink } from './link-repository.ts'

/** The page that a kind of link opens: all that differs between the kinds when a browser opens it. */
export interface LinkPage<Services, Body extends object> {
  readonly kind: LinkKind
  /** The change that the entry names when the first browser opens the link; `moved` is the one for a later browser. */
  readonly opened: LinkChange | SigningChange
  readonly moved: LinkChange | SigningChange
  /** What the bound browser sees. */
  present(services: Services, db: Db, link: UsableLink): Promise<Body>
  /** Further changes when a browser is bound to the link. */
  onBound?(services: Services, tx: Tx, link: UsableLink): Promise<void>
  /** Mails the code that binds another browser. */
  mailCode(services: Services, tx: Tx, mail: CodeMail): Promise<void>
}
