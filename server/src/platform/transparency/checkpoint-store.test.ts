import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { useFolder } from '../../testing/app/use-folder.ts'
import { startRelay } from '../../testing/doubles/relay.ts'
import { useS3 } from '../../testing/doubles/use-s3.ts'
import { BucketUnavailable, bucketFiles } from '../s3/bucket-files.ts'
import { createS3Client } from '../s3/s3-client.ts'
import { checkpointStore } from './checkpoint-store.ts'
import { folderFiles, type OnceFiles } from './once-files.ts'

// The client of AWS against a local server of the API of S3.

const s3 = useS3()
const folder = useFolder('kyc-checkpoints-')

const places: readonly [string, () => OnceFiles][] = [
  ['a folder', () => folderFiles(join(folder, 'checkpoints'))],
  ['a bucket', () => bucketOf({ endpoint: s3.endpoint, prefix: 'log/' })],
]

function bucketOf(address: { endpoint: string; prefix: string }): OnceFiles {
  const place = { bucket: s3.bucket, ...address }
  return bucketFiles(createS3Client(place), place)
}

describe.each(places)('%s', (_, open) => {
  const at = new Date('2026-11-22T15:30:00Z')
  const root = Buffer.alloc(32, 0xab)

  test('is empty at first', async () => {
    const store = checkpointStore(open())
    expect(await store.days()).toEqual([])
    expect(await store.list('2026-11-22')).toEqual([])
    expect(await store.readKey()).toBeUndefined()
  })

  test('returns what was published, by day and size', async () => {
    const store = checkpointStore(open())
    await store.publish({ size: 20, root, note: '二十', at })
    await store.publish({ size: 3, root, note: 'three', at })
    await store.publish({ size: 21, root, note: 'next', at: new Date('2026-11-23T00:00:00Z') })
    await store.publishKey('key')
    expect(await store.days()).toEqual(['2026-11-22', '2026-11-23'])
    const published = await store.list('2026-11-22')
    expect(published.map(({ size }) => size)).toEqual([3, 20])
    expect(await Promise.all(published.map(store.read))).toEqual(['three', '二十'])
    expect(await store.readKey()).toBe('key')
  })

  test('replaces nothing that was published', async () => {
    const store = checkpointStore(open())
    await store.publish({ size: 20, root, note: 'changed', at })
    await store.publishKey('changed')
    const [, twenty] = await store.list('2026-11-22')
    expect(twenty && (await store.read(twenty))).toBe('二十')
    expect(await store.readKey()).toBe('key')
  })

  test('fails to read what is missing', async () => {
    const store = checkpointStore(open())
    await expect(store.read({ day: '2026-11-22', size: 9, name: 'none' })).rejects.toThrow('2026-11-22/none')
  })
})

test('a folder ignores what a killed process left', async () => {
  const day = join(folder, 'checkpoints', '2026-11-22')
  const [name = ''] = await readdir(day)
  await writeFile(join(day, `${name}.0123456789abcdef`), 'half')
  expect(await checkpointStore(folderFiles(join(folder, 'checkpoints'))).list('2026-11-22')).toHaveLength(2)
})

test('a bucket lists nothing of other prefixes', async () => {
  const [one, all] = ['one/', ''].map((prefix) => bucketOf({ endpoint: s3.endpoint, prefix }))
  await one?.write(['day', 'name'], 'x')
  await all?.write(['one-more', 'day', 'name'], 'x')
  expect(await one?.folders()).toEqual(['day'])
  expect(await one?.files('day')).toEqual(['name'])
})

test('a bucket that hangs fails after its tries', async () => {
  const relay = await startRelay(s3.endpoint)
  relay.set('hanging')
  const place = { bucket: s3.bucket, prefix: '', endpoint: relay.endpoint }
  await expect(bucketFiles(createS3Client(place, 200), place).folders()).rejects.toThrow(BucketUnavailable)
  await relay.close()
})

test('an unreachable bucket fails instead of seeming empty', async () => {
  const files = bucketOf({ endpoint: 'http://127.0.0.1:1', prefix: '' })
  await expect(files.read(['audit.vkey'])).rejects.toThrow(BucketUnavailable)
  await expect(files.folders()).rejects.toThrow(BucketUnavailable)
  await expect(files.write(['audit.vkey'], 'x')).rejects.toThrow(BucketUnavailable)
})
