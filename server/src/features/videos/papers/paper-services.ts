import type { UploadServices } from '../../documents/document-services.ts'
import type { VideoServices } from '../video-services.ts'

/** The services of papers: those of videos, and those of an act that stores files. */
export type PaperServices = VideoServices & UploadServices
