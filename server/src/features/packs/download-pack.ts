import type { Readable } from 'node:stream'
import { create as contentDisposition } from 'content-disposition'
import { hashCookie, readCookie } from '../../platform/http/requests/cookies.ts'
import { Problem } from '../../platform/problem.ts'
import { ObjectMissing } from '../../platform/storage/object-store.ts'
import { aboutPack } from '../audit/about.ts'
import { decryptStream } from '../documents/object-cipher.ts'
import { packCookie, type RecipientCall } from './open-pack.ts'
import { decryptPackKey, objectContext } from './pack-key.ts'
import type { PackServices } from './pack-services.ts'
import { findByToken } from './packs-repository.ts'
import { packFilename } from './present-pack.ts'

interface DownloadedPack {
  readonly stream: Readable
  readonly headers: Readonly<Record<string, string>>
}

/** The file of the pack that the browser has opened. Its entry is committed before the first byte is sent. */
export async function downloadPack(
  services: PackServices,
  { actor, request }: RecipientCall,
): Promise<DownloadedPack> {
  const { audit, clock, config, db, store } = services
  const token = readCookie(config, request, packCookie)
  const pack = token === undefined ? undefined : await findByToken(db, hashCookie(token), clock.now())
  if (pack?.state !== 'ready') throw new Problem('PACK_ENDED')
  const { id, object_key: objectKey, object_bytes: objectBytes, key_box: box, size } = pack
  if (objectKey === null || objectBytes === null || box === null)
    throw new Error('a pack is ready without a file')
  const key = decryptPackKey(services.packKeys, id, box)
  const stored = await store.get(objectKey).catch((error: unknown) => {
    throw error instanceof ObjectMissing
      ? new Problem('FILE_UNREADABLE', { cause: error, fill: { id } })
      : error
  })
  try {
    await audit.recordRead(db, [
      { actor, request },
      'download',
      aboutPack(id, pack.owner_id),
      { packShape: pack.shape },
    ])
  } catch (error) {
    stored.destroy()
    throw error
  }
  return {
    stream: stored.compose(decryptStream(key, objectContext(id, objectKey), objectBytes)),
    headers: {
      'content-type': 'application/zip',
      'content-length': String(size),
      'content-disposition': contentDisposition(packFilename(pack), { type: 'attachment' }),
      'accept-ranges': 'none',
    },
  }
}
