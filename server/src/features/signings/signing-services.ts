import type { PerformerLinkServices } from '../performer-links/performer-link-services.ts'
import type { VideoServices } from '../videos/video-services.ts'

/** The services of this feature. Each act picks those it needs. */
export type SigningServices = PerformerLinkServices & VideoServices
