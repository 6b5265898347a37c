import type { Config } from '../../platform/config.ts'
import type { NoteVerifier } from '../../platform/transparency/signed-note.ts'
import type { AuditKeys } from '../audit/entry-box.ts'
import type { PerformerLinkServices } from '../performer-links/performer-link-services.ts'
import type { TakedownServices } from '../takedowns/takedown-services.ts'
import type { VideoServices } from '../videos/video-services.ts'
import type { InstallationKeys } from './pdf/installation-key.ts'

/** The services of this feature. Each act picks those it needs. */
export type SigningServices = PerformerLinkServices &
  VideoServices &
  TakedownServices & {
    readonly config: Pick<Config, 'timestampUrl'>
    readonly auditKeys: AuditKeys
    readonly auditSigner: NoteVerifier
    readonly installationKeys: InstallationKeys
  }
