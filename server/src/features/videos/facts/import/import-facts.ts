import type { CheckedFacts, ImportedFacts } from '@kyc/contract/fact-imports.ts'
import { inTransaction } from '../../../../platform/db/transaction.ts'
import type { Actor } from '../../../access/actor.ts'
import type { Scope } from '../../../access/scope.ts'
import { countListed } from '../../../documents/read/listed-records.ts'
import { refreshGate } from '../../gate/refresh-gate.ts'
import type { VideoServices } from '../../video-services.ts'
import { lockVideo } from '../../videos-repository.ts'
import { readFacts, readFactsOf } from '../facts-repository.ts'
import { writeAppearanceChanges } from '../save-appearances.ts'
import { writeTitleChange } from '../save-title.ts'
import { type CheckedVideo, checkVideo, type SentLine } from './check-video.ts'
import { findVideosOfLines, refusedLine, videoNotFound } from './find-videos.ts'

interface Import {
  readonly actor: Actor
  readonly scope: Scope
  readonly lines: readonly SentLine[]
}

/** The dry run of an import: what each line would change, and its errors. Nothing is written (D124). */
export async function checkFacts(
  services: VideoServices,
  { actor, scope, lines }: Import,
): Promise<ImportedFacts> {
  return eachVideo(services, { actor, scope, lines }, async (id, own) => {
    const [row] = await readFacts(services.db, [id])
    return row && checkVideo(services.db, actor, row, own)
  })
}

/**
 * Enters the facts of the lines without an error, each video in its own transaction with the entries of entering them by hand. A
 * line whose facts were changed since the dry run is refused; one whose facts are recorded already changes nothing (D124).
 */
export async function importFacts(
  services: VideoServices,
  { ip, ...sent }: Import & { readonly ip: string | null },
): Promise<ImportedFacts> {
  const { actor } = sent
  return eachVideo(services, sent, (id, own) =>
    inTransaction(services.db, async (tx) => {
      if (!(await lockVideo(tx, actor, id))) return undefined
      const row = await readFactsOf(tx, id)
      const checked = await checkVideo(tx, actor, row, own)
      const by = { actor, ip, row }
      if (checked.title) await writeTitleChange(services, tx, by, checked.title)
      if (checked.appearances.length > 0) await writeAppearanceChanges(services, tx, by, checked.appearances)
      if (checked.title || checked.appearances.length > 0) await refreshGate(services, tx, id)
      return checked
    }),
  )
}

/** Does the lines of each video, and returns the results in the order of all lines. Their performers count as listed (D120). */
async function eachVideo(
  services: VideoServices,
  { actor, scope, lines }: Import,
  act: (id: string, own: readonly SentLine[]) => Promise<CheckedVideo | undefined>,
): Promise<ImportedFacts> {
  const found = await findVideosOfLines(services.db, actor, scope, lines)
  const results = found.map(({ errors }): CheckedFacts => refusedLine(errors))
  const ids = new Set(found.flatMap(({ id }) => id ?? []))
  for (const id of ids) {
    const places = [...lines.keys()].filter((place) => found[place]?.id === id)
    const checked = await act(
      id,
      places.flatMap((place) => lines[place] ?? []),
    )
    for (const [index, place] of places.entries())
      results[place] = checked?.lines[index] ?? refusedLine([videoNotFound])
  }
  await countListed(
    services,
    actor,
    results.flatMap(({ performer }) => performer ?? []),
  )
  return { lines: results }
}
