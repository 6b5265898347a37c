import { openSealedDocument } from '@kyc/contract/sealed-performers.ts'
import { callFile } from '../../../api/call.ts'
import { queryKey } from '../../../api/queries.ts'
import { type FileSource, slotOf } from '../../documents/document-endpoint.ts'

/** Serves the documents of a sealed record (D17). */
export const sealedFiles: FileSource = {
  key: (document) => queryKey(openSealedDocument.name, slotOf(document)),
  fetch: (document, { prefetch: _, ...query }, signal) =>
    callFile(openSealedDocument, { params: slotOf(document), query, ...(signal && { signal }) }),
}
