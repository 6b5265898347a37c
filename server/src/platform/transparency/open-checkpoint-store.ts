import type { BucketAddress } from '../s3/bucket-address.ts'
import { type CheckpointStore, checkpointStore } from './checkpoint-store.ts'
import { folderFiles } from './once-files.ts'

/** Where checkpoints are published. */
export type CheckpointPlace =
  | { readonly kind: 'folder'; readonly path: string }
  | ({ readonly kind: 'bucket' } & BucketAddress)

/** The connections of a bucket close with `stack`. */
export async function openCheckpointStore(
  place: CheckpointPlace,
  stack: AsyncDisposableStack,
): Promise<CheckpointStore> {
  if (place.kind === 'folder') return checkpointStore(folderFiles(place.path))
  // Loaded when needed: the SDK is large.
  const { bucketFiles, createS3Client } = await import('../s3/bucket-files.ts')
  const client = createS3Client(place)
  stack.defer(() => client.destroy())
  return checkpointStore(bucketFiles(client, place))
}
