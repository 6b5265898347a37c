import { documentTypes } from '@kyc/contract/document-vocabulary.ts'
import type { DocumentMetadata } from '@kyc/contract/documents.ts'

/** The list inside a success/data envelope, or bare (spec §7); whatever is neither counts as empty. */
export function metadataOf(body: unknown): DocumentMetadata[] {
  const list = isEnvelope(body) ? body.data : body
  return Array.isArray(list) ? list.filter(isMetadata) : []
}

function isEnvelope(body: unknown): body is { success: unknown; data: unknown } {
  return typeof body === 'object' && body !== null && 'success' in body && 'data' in body
}

/** The rest of the entry is as the server's own schema made it. */
function isMetadata(item: unknown): item is DocumentMetadata {
  if (typeof item !== 'object' || item === null || !('type' in item)) return false
  return documentTypes.some((type) => type === item.type)
}
