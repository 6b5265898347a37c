import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { type Moved, moveObjects } from '../features/documents/move-objects.ts'
import { hasFiles } from '../features/records/record-documents.ts'
import { Environment } from '../platform/settings/environment.ts'
import { openPlace } from '../platform/storage/open-store.ts'
import { readPlace, type StoragePlace } from '../platform/storage/storage-place.ts'
import { copyMarker } from '../platform/storage/store-marker.ts'
import type { Services } from '../services.ts'
import { command, text, UsageError, withServices } from '../start/command.ts'
import { showProgress } from '../start/show-progress.ts'

// `npm run storage:move`: copies the files to another folder or bucket, while the server may be running (D46).

const usage = `Usage: npm run storage:move -- --to <folder or s3://…>
       npm run storage:move -- --from <folder or s3://…>
--to copies all files of STORAGE_URL there. Then set STORAGE_URL, restart, and run --from with the old one: it brings what was
written meanwhile. Repeat either at any time.`

await command({ usage, options: { to: text, from: text } }, async ({ to, from }, environment) => {
  const direction = to === undefined ? 'from' : 'to'
  const given = to ?? from
  if (!given || (to !== undefined && from !== undefined)) throw new UsageError('Give either --to or --from.')
  const env = new Environment({ ...environment, [`--${direction}`]: given })
  const place = readPlace(env, `--${direction}`, given)
  if (env.faults.length > 0) throw new UsageError(env.faults.join('\n'))
  const folders = place.kind === 'folder' ? [place.path] : []
  const moved = await withServices(environment, (services) => move(services, place, direction), { folders })
  console.log(describe(moved, direction))
  return 0
})

async function move({ config, db }: Services, place: StoragePlace, direction: 'to' | 'from'): Promise<Moved> {
  await using stack = new AsyncDisposableStack()
  const used = await openPlace(config.storage, stack)
  const other = await openPlace(place, stack)
  const [source, target] = direction === 'to' ? [used, other] : [other, used]
  const targetPlace = direction === 'to' ? place : config.storage
  const id = await copyMarker(source.marker, target.marker)
  const name = createHash('sha256')
    .update(JSON.stringify([id, targetPlace]))
    .digest('hex')
    .slice(0, 16)
  const progress = showProgress()
  const total = await countFiles(db)
  const moved = await moveObjects(
    { db },
    {
      source: source.store(),
      target: target.store(),
      direction,
      journal: join(config.dataDir, `storage-move-${name}.txt`),
      onProgress: ({ verified, copied, bytes }) =>
        progress(`${verified} of about ${total} files verified, ${copied} copied (${megabytes(bytes)})`),
    },
  )
  progress.end()
  return moved
}

async function countFiles(db: Services['db']): Promise<number> {
  const { full, screen, thumbnail } = await db
    .selectFrom('document_version')
    .select(({ fn }) => [
      fn.countAll().as('full'),
      fn.count('screen_key').as('screen'),
      fn.count('thumbnail_key').as('thumbnail'),
    ])
    .where(hasFiles)
    .executeTakeFirstOrThrow()
  return Number(full) + Number(screen) + Number(thumbnail)
}

function describe({ copied, bytes, verified, removed }: Moved, direction: 'to' | 'from'): string {
  const done = `Copied ${copied} files (${megabytes(bytes)}); ${verified} are verified; removed ${removed} copies of deleted files.`
  const next =
    direction === 'to'
      ? 'Now set STORAGE_URL, restart every server, and run storage:move -- --from with the old STORAGE_URL.'
      : 'Run npm run doctor. If it finds no faults, delete the old folder or bucket.'
  return `${done}\n${next}`
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}
