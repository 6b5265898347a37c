import type { ListedServices } from '../documents/read/listed-records.ts'
import type { SigningServices } from '../signings/signing-services.ts'

/** The services of this feature. */
export type CampaignServices = SigningServices & ListedServices
