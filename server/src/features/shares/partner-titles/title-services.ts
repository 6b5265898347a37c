import type { PartnerServices } from '../../partners/partner-services.ts'
import type { TakedownServices } from '../../takedowns/takedown-services.ts'
import type { ShareServices } from '../share-services.ts'

/** The services of the calls about titles. */
export type TitleServices = ShareServices & PartnerServices & TakedownServices
