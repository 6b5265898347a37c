import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type PaperType, paperTypes } from '@kyc/contract/document-vocabulary.ts'
import { paperTypeLabels } from '@kyc/contract/labels.ts'
import { paperChecks } from '@kyc/contract/paper-checks.ts'
import type { NamedActor } from '../features/access/actor.ts'
import { openDocument, requestedFile } from '../features/documents/read/open-document.ts'
import { getFacts } from '../features/videos/facts/get-facts.ts'
import { rejectPaper, verifyPaper } from '../features/videos/papers/decide-paper.ts'
import { type FoundPaper, paperOf } from '../features/videos/papers/find-appearance.ts'
import { submitPaper } from '../features/videos/papers/submit-paper.ts'
import type { RequestInfo } from '../platform/http/requests/binding.ts'
import type { Services } from '../services.ts'
import { demoActors } from './actors.ts'
import { demoRequest, demoUpload } from './demo-request.ts'
import type { DemoTitle } from './title-facts.ts'

/** A paper of a performer in the demo, and what became of it; without an outcome it waits for a review. */
interface DemoPaper {
  readonly type: PaperType
  readonly specimen: string
  readonly outcome?: 'approved' | 'rejected'
}

const specimens = { contract: 'contract.pdf', explanationSheet: 'sheet.pdf' } as const

/** The papers of a performer: all approved, except in the video whose contracts lack facts. */
function demoPapers(title: DemoTitle, person: string): readonly DemoPaper[] {
  if (title !== 'contractFacts')
    return paperTypes
      .filter((type) => type === 'contract' || title !== 'under20')
      .map((type) => ({ type, specimen: specimens[type], outcome: 'approved' }))
  if (person === 'yamada-hanako')
    return [
      { type: 'contract', specimen: 'contract-yamada-hanako.pdf' },
      { type: 'explanationSheet', specimen: specimens.explanationSheet },
    ]
  if (person === 'hamada-shota')
    return [{ type: 'contract', specimen: 'contract-hamada-shota.pdf', outcome: 'rejected' }]
  return []
}

interface Submitting {
  readonly videoId: string
  readonly owner: NamedActor
  readonly reviewer: NamedActor
  readonly request: RequestInfo
  readonly title: DemoTitle
  /** The performers of the video by the keys of the demo. */
  readonly cast: readonly { readonly key: string; readonly id: string }[]
}

/** Submits the papers of a demo video and decides on them, by the acts of the product. */
export async function submitDemoPapers(services: Services, of: Submitting): Promise<void> {
  for (const { key, id } of of.cast)
    for (const paper of demoPapers(of.title, key)) {
      const params = { id: of.videoId, performerId: id, type: paper.type }
      const found = await paperOf(services.db)({ actor: of.owner, params })
      const bytes = await readFile(join(import.meta.dirname, 'specimens', paper.specimen))
      const filename = `${paperTypeLabels[paper.type]}.pdf`
      await submitPaper(services, {
        actor: of.owner,
        request: of.request,
        found,
        upload: demoUpload({}, [{ part: 'file', filename, bytes }]),
      })
      if (paper.outcome) await decidePaper(services, of, found, paper.outcome)
    }
}

async function decidePaper(
  services: Services,
  { videoId, reviewer, title }: Submitting,
  found: FoundPaper,
  outcome: 'approved' | 'rejected',
): Promise<void> {
  const call = { actor: reviewer, request: demoRequest(demoActors.admin.ip), paper: found }
  const { stream } = await openDocument(services, { ...call, ...found, ...requestedFile({}) })
  stream.destroy()
  if (outcome === 'rejected') {
    await rejectPaper(services, call, { codes: ['missing.regions', 'missing.server'] })
    return
  }
  const { appearances } = await getFacts(services.db, videoId)
  const appearance = appearances.find(({ performerId }) => performerId === found.performerId)
  await verifyPaper(services, call, {
    checks: paperChecks(found.type, title !== 'under20').map(({ id }) => id),
    seen: { width: 760, lens: false, pages: [1, 2] },
    signedOn: found.type === 'contract' ? appearance?.contract?.signedOn : null,
    factsVersion: appearance?.version ?? 0,
  })
}
