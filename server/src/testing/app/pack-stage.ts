import { randomUUID } from 'node:crypto'
import { createPack } from '@kyc/contract/packs.ts'
import { saveAppearances, saveVideoFacts } from '@kyc/contract/title-facts.ts'
import type { Video } from '@kyc/contract/videos.ts'
import { beforeAll } from 'vitest'
import { registerPerformer, verifyDocuments } from './factories.ts'
import { makePacks } from './packs.ts'
import { submitPaper } from './papers.ts'
import { sealLog } from './seal-log.ts'
import { useStage } from './test-app.ts'
import { completeAppearance, coveredFacts } from './title-facts.ts'
import { videoCalls } from './video-calls.ts'

/** A title with a performer whose documents are approved, and calls that make packs of it. */
export function usePackStage() {
  const stage = useStage({
    owner: ['user', '登録 花子'],
    other: 'user',
    admin: ['admin', '審査 次郎'],
    superadmin: 'superadmin',
  })
  const { app, owner, admin } = stage
  const videos = videoCalls(() => ({ app, owner, admin }))
  const record = {} as { video: Video; performerId: string } // set before the first test

  beforeAll(async () => {
    const fields = { otherNames: '芸名：さくら', email: 'hanako@example.com', nationality: '日本' }
    const { id: performerId } = await registerPerformer(owner, { fields })
    const video = await videos.make('桜の見本', owner, 'SKR-001')
    await videos.add(video, [performerId])
    await owner.send(saveVideoFacts, {
      params: { id: video.id },
      body: { ...coveredFacts, productNumber: 'SKR-001', version: 1 },
    })
    await owner.send(saveAppearances, {
      params: { id: video.id },
      body: { performers: [{ id: performerId, version: 1 }], ...completeAppearance() },
    })
    await verifyDocuments(admin, performerId)
    await submitPaper(owner, { id: video.id, performerId, type: 'contract' })
    await submitPaper(owner, { id: video.id, performerId, type: 'explanationSheet' })
    // Of the two papers, only the approved one is evidence.
    await app.sql("UPDATE paper SET status = 'verified', decided_at = now() WHERE type = 'contract'")
    Object.assign(record, { video, performerId })
  })

  const creation = (body: object) => ({
    body: body as never, // also bodies that the server refuses
    headers: { 'idempotency-key': randomUUID() },
  })
  const createIn = (by = owner, body: object = { shape: 'appearanceLaw', videoIds: [record.video.id] }) =>
    by.send(createPack, creation(body))
  /** Creates a pack and makes its file, with every entry before it sealed. */
  const made = async (by = owner, body?: object): Promise<{ id: string; url: string }> => {
    const { pack, url } = await createIn(by, body)
    await sealLog(app)
    await makePacks(app)
    return { id: pack.id, url }
  }
  const { other, superadmin } = stage
  return { app, owner, other, admin, superadmin, ...videos, record, creation, createIn, made }
}
