import type { PerformerDocument } from '@kyc/contract/documents.ts'
import { useDocumentMetadata } from '../documents/document-queries.ts'

/** Width and height of pictures from the metadata, and whether the notice of spec §8 is due. */
export function useDimensions(performerId: string): {
  dimensionsOf: (document: PerformerDocument) => string | undefined
  unavailable: boolean
} {
  const metadata = useDocumentMetadata(performerId)
  return {
    unavailable: metadata.isError || metadata.data?.unavailable === true,
    dimensionsOf(document) {
      const found = metadata.data?.items.find(
        // Metadata tells of the newest versions alone; an older one has another size.
        ({ type, size }) => type === document.type && size === document.size,
      )
      return found?.dimensions ? `${found.dimensions.width}×${found.dimensions.height}` : undefined
    },
  }
}
