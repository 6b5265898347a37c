import type { ViewedDocument } from '../documents/document-endpoint.ts'
import { useDocumentMetadata } from '../documents/document-queries.ts'

/** The dimensions of a document, such as 1600×1200; undefined if unknown. */
export type DimensionsOf = (doc: ViewedDocument) => string | undefined

/** Width and height of pictures from the metadata, and whether to show the notice of spec §8. */
export function useDimensions(performerId: string): { dimensionsOf: DimensionsOf; unavailable: boolean } {
  const metadata = useDocumentMetadata(performerId)
  return {
    unavailable: metadata.isError || metadata.data?.unavailable === true,
    dimensionsOf(doc) {
      const item = metadata.data?.items.find(
        // The metadata covers the newest versions only. An older version has another size in bytes, so it is not found.
        ({ type, size }) => type === doc.type && size === doc.size,
      )
      return item?.dimensions ? `${item.dimensions.width}×${item.dimensions.height}` : undefined
    },
  }
}
