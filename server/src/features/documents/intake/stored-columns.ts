import type { StoredType } from '@kyc/contract/document-vocabulary.ts'
import type { StoredDocument } from './store-files.ts'

type Stored = Omit<StoredDocument<StoredType>, 'hashes'>

/** The columns that every table of files has for a file. */
export function fileColumns(file: Stored) {
  return {
    id: file.id,
    mime_type: file.mimeType,
    size: file.size,
    received_size: file.receivedSize,
    received_sha256: file.receivedSha256,
    stored_sha256: file.storedSha256,
    object_key: file.objectKey,
    object_bytes: file.objectBytes,
  }
}

/** The smaller pictures of a file, which files of the product's own making do not have. */
export function renditionColumns({ screen, thumbnail }: Stored) {
  return {
    screen_key: screen?.key ?? null,
    screen_bytes: screen?.bytes ?? null,
    screen_size: screen?.size ?? null,
    thumbnail_key: thumbnail?.key ?? null,
    thumbnail_bytes: thumbnail?.bytes ?? null,
    thumbnail_size: thumbnail?.size ?? null,
  }
}
