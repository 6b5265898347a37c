import type { StoragePlace } from '../storage/storage-place.ts'
import { type CheckpointStore, checkpointStore } from './checkpoint-store.ts'
import { folderFiles } from './once-files.ts'

/** The connections of a bucket close with `stack`. */
export async function openCheckpointStore(
  place: StoragePlace,
  stack: AsyncDisposableStack,
): Promise<CheckpointStore> {
  if (place.kind === 'folder') return checkpointStore(folderFiles(place.path))
  // Loaded when needed: the SDK is large.
  const [{ bucketFiles }, { createS3Client }] = await Promise.all([
    import('../s3/bucket-files.ts'),
    import('../s3/s3-client.ts'),
  ])
  const client = createS3Client(place)
  stack.defer(() => client.destroy())
  return checkpointStore(bucketFiles(client, place))
}
