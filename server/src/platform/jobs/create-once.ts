/** Runs `create` at the first call and returns its result to all; after a failure, the next call retries. */
export function createOnce<T>(create: () => Promise<T>): () => Promise<T> {
  let created: Promise<T> | undefined
  return () => {
    created ??= create().catch((error) => {
      created = undefined
      throw error
    })
    return created
  }
}
