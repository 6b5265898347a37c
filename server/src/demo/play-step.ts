import type { DocumentType } from '@kyc/contract/document-vocabulary.ts'
import { currentDocuments } from '../features/documents/document-repository.ts'
import { replaceDocument } from '../features/documents/intake/replace-document.ts'
import { createAuditDedup } from '../features/documents/read/audit-dedup.ts'
import { getPerformer } from '../features/performers/get-performer.ts'
import { updatePerformer } from '../features/performers/update-performer.ts'
import { rejectDocument } from '../features/review/reject-document.ts'
import { verifyDocument } from '../features/review/verify-document.ts'
import { demoRequest, demoUpload } from './demo-request.ts'
import { addresses, type Scene } from './scene.ts'
import { bytesOf, fileFor } from './specimens.ts'
import type { DemoRejection, DemoStep } from './stories.ts'

type Decide = Extract<DemoStep, { act: 'decide' }>
type Submit = Extract<DemoStep, { act: 'submit' }>
type Update = Extract<DemoStep, { act: 'update' }>

/**
 * Does one step at the time of the scene's clock, leaving out what an interrupted start has done already: a step is
 * about one version of a slot, so that a newer one, or its state, tells. `versions` says which version of each slot
 * the story has reached.
 */
export async function playStep(
  scene: Scene,
  performerId: string,
  step: DemoStep,
  versions: ReadonlyMap<DocumentType, number>,
): Promise<void> {
  switch (step.act) {
    case 'decide':
      return decide(scene, performerId, step, versions)
    case 'submit':
      return submit(scene, performerId, step, versions)
    case 'update':
      return update(scene, performerId, step)
  }
}

async function decide(
  scene: Scene,
  performerId: string,
  step: Decide,
  versions: ReadonlyMap<DocumentType, number>,
): Promise<void> {
  const { services, clock } = scene
  const open = (await currentDocuments(services.db, performerId)).filter(
    ({ type, status, version }) => status === 'pending' && version === versions.get(type),
  )
  const due = open.filter(
    ({ type }) => step.reject[type] || step.verify === 'all' || step.verify.includes(type),
  )
  if (due.length === 0) return
  const actor = scene.actors[step.by]
  const request = demoRequest(addresses[step.by])
  await getPerformer(services, createAuditDedup(clock), { actor, id: performerId, request })
  // What is sent back comes last, so that it is what the lists name as the last change.
  const inOrder = due.toSorted(
    (one, other) => Number(one.type in step.reject) - Number(other.type in step.reject),
  )
  for (const { type } of inOrder) {
    clock.tick(40)
    const call = { actor, request, performerId, type }
    const rejection = step.reject[type]
    if (rejection) await rejectDocument(services, call, bodyOf(rejection))
    else await verifyDocument(services, call, type === 'idFront' ? readingOf(scene) : null)
  }
}

function bodyOf({ codes, message, note }: DemoRejection) {
  return { codes: [...codes], message: message ?? null, note: note ?? null }
}

/** What a reviewer reads from the front of the ID (D14). */
function readingOf({ person, expiresOn }: Scene) {
  return { idKind: person.idKind, dateOfBirth: person.born, expiresOn }
}

async function submit(
  scene: Scene,
  performerId: string,
  { type, file: instead }: Submit,
  versions: ReadonlyMap<DocumentType, number>,
): Promise<void> {
  const { services, actors, person } = scene
  const documents = await currentDocuments(services.db, performerId)
  const current = documents.find((document) => document.type === type)?.version ?? 0
  if (current > (versions.get(type) ?? 0)) return
  const file = fileFor(person, type, instead)
  if (!file) throw new Error(`${person.key} has no specimen for ${type}`)
  const bytes = await bytesOf(person, file, scene.expiresOn)
  await replaceDocument(services, {
    actor: actors[person.owner],
    upload: demoUpload({}, [{ part: 'file', filename: file.filename, bytes }]),
    request: demoRequest(addresses[person.owner]),
    performerId,
    type,
  })
}

/** Changes nothing, and leaves no entry, where the address is this one already. */
async function update({ services, actors, person }: Scene, id: string, { email }: Update): Promise<void> {
  const actor = actors[person.owner]
  await updatePerformer(services, { actor, id, changes: { email }, ip: addresses[person.owner] })
}
