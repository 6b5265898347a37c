import type { PerformerServices } from '../performers/performer-services.ts'
import type { TakedownServices } from '../takedowns/takedown-services.ts'

/** The services of this feature. Each act picks those it needs. */
export type SubjectServices = PerformerServices & Pick<TakedownServices, 'takedownKeys'>
