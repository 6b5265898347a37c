import { openDocument } from '@kyc/contract/documents.ts'
import type { openSealedDocument } from '@kyc/contract/sealed-performers.ts'
import { createContext } from 'react'

export type FileEndpoint = typeof openDocument | typeof openSealedDocument

/** The endpoint that serves the documents inside it; the page of a sealed record provides its own (D17). */
export const DocumentEndpoint = createContext<FileEndpoint>(openDocument)
