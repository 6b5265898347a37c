import { Readable } from 'node:stream'
import { create as contentDisposition } from 'content-disposition'
import type { RequestInfo } from '../../platform/http/requests/binding.ts'
import { Problem } from '../../platform/problem.ts'
import { type Actor, readsAll } from '../access/actor.ts'
import { requireEditable } from '../access/visible-to.ts'
import { aboutTakedown } from '../audit/about.ts'
import { requireOpening } from '../documents/read/give-opening-reason.ts'
import { readWholeDocument } from '../documents/read/read-whole-document.ts'
import { decryptPerformerKey } from '../records/performer-keys.ts'
import { getEvidence } from './evidence-repository.ts'
import type { TakedownServices } from './takedown-services.ts'
import type { TakedownRow } from './takedowns-repository.ts'

interface Opened {
  readonly actor: Actor
  readonly found: TakedownRow
  readonly evidenceId: string
  readonly request: RequestInfo
}

/** The bytes of a file of a request as a download. Its entry is committed before the first byte. */
export async function openEvidence(
  services: TakedownServices,
  { actor, found, evidenceId, request }: Opened,
): Promise<{ stream: Readable; headers: Readonly<Record<string, string>> }> {
  const { audit, db } = services
  if (!readsAll(actor)) requireEditable(found)
  const file = await getEvidence(services, db, actor, { takedownId: found.id, id: evidenceId })
  await requireOpening(db, actor, file.performer_id)
  const key = await decryptPerformerKey(services, db, file.performer_id)
  const bytes = await readWholeDocument(services, key, file).catch((cause) => {
    throw new Problem('TEMPORARILY_UNAVAILABLE', { cause })
  })
  if (!bytes) throw new Problem('FILE_UNREADABLE', { fill: { id: file.id } })
  const about = aboutTakedown(found.id, { owner: found.owner_id, performerId: file.performer_id })
  await audit.recordRead(db, [{ actor, request }, 'download', about, { takedown: found.number }])
  return {
    stream: Readable.from([bytes], { objectMode: false }),
    headers: {
      'content-type': file.mime_type,
      'content-length': String(bytes.length),
      'content-disposition': contentDisposition(file.filename, { type: 'attachment' }),
      'accept-ranges': 'none',
    },
  }
}
