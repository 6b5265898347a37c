import type { PerformerDocument } from '@kyc/contract/documents.ts'
import { createContext } from 'react'

/** The width and height of a picture, such as 1600×1200; undefined if unknown. */
export const DimensionsContext = createContext<(doc: PerformerDocument) => string | undefined>(
  () => undefined,
)
