import type { PostCallback } from '../callbacks/post-callback.ts'
import type { MailTransport } from '../mail/mail.ts'
import type { ObjectStore } from '../storage/object-store.ts'
import type { CheckpointStore } from '../transparency/checkpoint-store.ts'
import type { Observer } from './observer.ts'

// `ports.ts` wraps each port once; without an observer, the port itself is used.

/** Measures the operations of a store. A read is measured until its first byte can be requested. */
export function observeStore(store: ObjectStore, observer: Observer | undefined): ObjectStore {
  if (!observer) return store
  const call = <T>(operation: string, act: () => Promise<T>) =>
    observer.call({ system: 'storage', operation }, act)
  return {
    put: (key, content) => call('put', () => store.put(key, content)),
    get: (key) => call('get', () => store.get(key)),
    delete: (key) => call('delete', () => store.delete(key)),
    exists: (key) => call('exists', () => store.exists(key)),
    list: () => store.list(),
    leftovers: (now) => store.leftovers(now),
    sweepLeftovers: (now) => call('sweep', () => store.sweepLeftovers(now)),
    check: () => call('check', () => store.check()),
  }
}

/** Measures the deliveries of mails. */
export function observeMails(transport: MailTransport, observer: Observer | undefined): MailTransport {
  if (!observer) return transport
  return {
    deliver: (mail, id) =>
      observer.call({ system: 'mail', operation: 'deliver' }, () => transport.deliver(mail, id)),
  }
}

/** Measures callbacks; their outcome is that of D35. */
export function observeCallbacks(post: PostCallback, observer: Observer | undefined): PostCallback {
  if (!observer) return post
  return (callback, options) =>
    observer.call(
      { system: 'callback', operation: 'post', outcomeOf: ({ failure }) => failure ?? 'ok' },
      () => post(callback, options),
    )
}

/** Measures the publications of checkpoints. @param published receives the size of each published one */
export function observeCheckpoints(
  store: CheckpointStore,
  observer: Observer | undefined,
  published: (size: number) => void,
): CheckpointStore {
  if (!observer) return store
  return {
    ...store,
    async publish(checkpoint) {
      await observer.call({ system: 'checkpoints', operation: 'publish' }, () => store.publish(checkpoint))
      published(checkpoint.size)
    },
  }
}
