import { createContext } from 'react'
import type { ViewedDocument } from '../document-endpoint.ts'

/** The width and height of a picture, such as 1600×1200; undefined if unknown. */
export const DimensionsContext = createContext<(doc: ViewedDocument) => string | undefined>(() => undefined)
