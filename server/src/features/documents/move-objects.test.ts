/** @module-tag long */

import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { folderStore } from '../../platform/storage/folder-store.ts'
import type { ObjectStore } from '../../platform/storage/object-store.ts'
import { openPlace } from '../../platform/storage/open-store.ts'
import { registerPerformer } from '../../testing/app/factories.ts'
import { destroyDocument } from '../../testing/app/sealed-records.ts'
import { useStage } from '../../testing/app/test-app.ts'
import { useFolder } from '../../testing/app/use-folder.ts'
import { useS3 } from '../../testing/doubles/use-s3.ts'
import { deleteQueuedObjects } from '../records/destruction/delete-objects.ts'
import { moveObjects } from './move-objects.ts'

// A server that uses the new place destroys a version while `--from` copies its objects there.

const s3 = useS3()
const { app, user } = useStage({ user: 'user' })
const base = useFolder('kyc-move-')
let moves = 0
const stack = new AsyncDisposableStack()
afterAll(async () => {
  await stack.disposeAsync()
})

const stores = {
  folder: async () => folderStore(join(base, `target${moves}`)),
  bucket: async () => {
    const { bucket, endpoint } = s3
    const place = { kind: 'bucket', bucket, prefix: `target${moves}/`, endpoint } as const
    return (await openPlace(place, stack)).store()
  },
}

/** A registered performer, the keys of one of its versions, and an empty target. */
async function prepareMove(type: 'idFront' | 'agreementFile', kind: keyof typeof stores = 'folder') {
  moves++
  const target = await stores[kind]()
  const { id } = await registerPerformer(user)
  const [row] = await app.sql<{ keys: string[] }>(
    `SELECT array_remove(ARRAY[object_key, screen_key, thumbnail_key], NULL) AS keys FROM document_version
     WHERE performer_id = $1 AND type = $2`,
    [id, type],
  )
  const keys = row?.keys ?? []
  let destroyed: Promise<void> | undefined
  /** Destroys the version once, as a server with the new place does. */
  const destroy = () => (destroyed ??= destroyNow())
  const destroyNow = async () => {
    await destroyDocument(app, { performerId: id, type })
    // An object whose copy appears in the meantime stays queued, so the deletion is repeated.
    const remaining = async () => {
      await deleteQueuedObjects({ ...app.services, store: target })
      return app.sql('SELECT FROM object_deletion')
    }
    await expect.poll(remaining).toEqual([])
  }
  const journal = join(base, `journal${moves}.txt`)
  const move = (stores: { source?: ObjectStore; target?: ObjectStore } = {}) =>
    moveObjects(app.services, {
      source: app.services.store,
      target,
      ...stores,
      direction: 'from',
      journal,
      onProgress: () => undefined,
    })
  return { target, keys, destroy, move }
}

/** The store, with `act` before each read of one of the keys. */
function beforeReads(store: ObjectStore, keys: readonly string[], act: () => Promise<void>): ObjectStore {
  return {
    ...store,
    get: async (key) => {
      if (keys.includes(key)) await act()
      return store.get(key)
    },
  }
}

const found = async (store: ObjectStore, keys: readonly string[]) => {
  const present = []
  for (const key of keys) if (await store.exists(key)) present.push(key)
  return present
}

test.each(['folder', 'bucket'] as const)(
  '--from into a %s does not bring back what is destroyed before it is copied',
  async (kind) => {
    const { target, keys, destroy, move } = await prepareMove('idFront', kind)
    await move({ source: beforeReads(app.services.store, keys, destroy) })
    expect(keys).toHaveLength(3)
    expect(await found(target, keys)).toEqual([])
    expect(await move()).toMatchObject({ copied: 0, removed: 0 })
    expect(await found(target, keys)).toEqual([])
  },
)

test.each(['folder', 'bucket'] as const)(
  '--from into a %s continues when a copy is deleted before it is read back',
  async (kind) => {
    const { target, keys, destroy, move } = await prepareMove('idFront', kind)
    await move({ target: beforeReads(target, keys, destroy) })
    expect(await found(target, keys)).toEqual([])
    const others = await app.sql<{ key: string }>(
      'SELECT object_key AS key FROM document_version WHERE destroyed_at IS NULL',
    )
    const named = others.map(({ key }) => key)
    expect(await found(target, named)).toEqual(named)
  },
)

test('--from ends with an error when the copy of a file that a row names is lost', async () => {
  const { target, keys, move } = await prepareMove('agreementFile')
  const losing = beforeReads(target, keys, async () => {
    for (const key of keys) await target.delete(key)
  })
  await expect(move({ target: losing })).rejects.toThrow('is not in the store')
})

test('a repeat of --from deletes copies that an interrupted run did not compare with the rows again', async () => {
  const { target, keys, destroy, move } = await prepareMove('agreementFile')
  const interrupted: ObjectStore = {
    ...target,
    delete: async () => {
      throw new Error('interrupted')
    },
  }
  const source = beforeReads(app.services.store, keys, destroy)
  await expect(move({ source, target: interrupted })).rejects.toThrow('interrupted')
  const left = await found(target, keys)
  expect(left).not.toEqual([])
  expect(await move()).toMatchObject({ removed: left.length })
  expect(await found(target, keys)).toEqual([])
  expect(await move()).toMatchObject({ copied: 0, removed: 0 })
})
