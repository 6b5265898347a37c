import {
  isInTree,
  isLeaf,
  openCheckpoint,
  opensDetails,
} from '@kyc/contract/verification/verify-log-proof.ts'
import { expect, test } from 'vitest'
import { sealLog } from '../../testing/app/seal-log.ts'
import { useStage } from '../../testing/app/test-app.ts'
import { readEntryProof } from './read-entry-proof.ts'

const { app } = useStage({ admin: 'admin' })

const entries = () => app.sql<{ id: string }>('SELECT id FROM audit_event ORDER BY id')
const proofOf = (id = '') => readEntryProof(app.services, app.services.db, id)

test('an entry has a proof as soon as a checkpoint covers it', async () => {
  const [entry] = await entries()
  expect(await proofOf(entry?.id)).toBeUndefined()
  await sealLog(app)
  expect(await proofOf(entry?.id)).toMatchObject({ id: entry?.id, vkey: app.services.auditSigner.vkey })
  expect(await proofOf('0198f0a0-0000-7000-8000-000000000000')).toBeUndefined()
})

test('every proof verifies with the public key alone, without Node.js, and no changed one does', async () => {
  for (let n = 0; n < 4; n++) await app.signedIn('user')
  await sealLog(app)
  const all = await entries()
  expect(all.length).toBeGreaterThan(4)
  for (const { id } of all) {
    const proof = await proofOf(id)
    const checkpoint = proof && (await openCheckpoint(proof))
    if (!proof || !checkpoint) throw new Error('sealed')
    expect([await isLeaf(proof), await opensDetails(proof), await isInTree(proof, checkpoint)]).toEqual([
      true,
      true,
      true,
    ])
    const other = { ...proof.content, action: 'other' }
    expect(await isLeaf({ ...proof, content: other })).toBe(false)
    expect(await opensDetails({ ...proof, details: { ...proof.details, value: {} } })).toBe(false)
    expect(await isInTree({ ...proof, index: proof.index + 1 }, checkpoint)).toBe(false)
    expect(
      await openCheckpoint({ ...proof, note: proof.note.replace('sealed 2', 'sealed 3') }),
    ).toBeUndefined()
  }
})

test('an entry whose details were destroyed has no proof', async () => {
  const [entry] = await entries()
  await app.sql('SET session_replication_role = replica')
  await app.sql('DELETE FROM audit_pii WHERE event_id = $1', [entry?.id])
  expect(await proofOf(entry?.id)).toBeUndefined()
})
