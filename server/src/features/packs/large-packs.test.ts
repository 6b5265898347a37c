/** @module-tag long */

import { randomUUID } from 'node:crypto'
import { minute } from '@kyc/contract/durations.ts'
import { MiB } from '@kyc/contract/limits.ts'
import { createPack, listPacks } from '@kyc/contract/packs.ts'
import { beforeAll, expect, test } from 'vitest'
import { insertVideo, registerPerformer } from '../../testing/app/factories.ts'
import { checkSums, extracted, makePacks } from '../../testing/app/packs.ts'
import { submitPaper } from '../../testing/app/papers.ts'
import { noisyPng } from '../../testing/app/sample-files.ts'
import { sealLog } from '../../testing/app/seal-log.ts'
import { useStage } from '../../testing/app/test-app.ts'
import { verifyPack } from './verify-pack.ts'

const { app, owner, superadmin } = useStage({ owner: 'user', superadmin: 'superadmin' })
const chosen: string[] = []

beforeAll(async () => {
  for (let n = 0; n < 1000; n++) {
    const id = await insertVideo(app, owner.accountId, owner.accountId)
    if (n % 40 === 0) chosen.push(id)
  }
  for (const id of chosen) {
    for (let n = 0; n < 2; n++) {
      const bytes = await noisyPng(800, 600)
      const files = {
        idFront: { name: 'id.png', bytes },
        selfie: { name: 'face.png', bytes: await noisyPng(800, 600) },
      }
      const performer = await registerPerformer(owner, { files })
      await owner.post(`/api/videos/${id}/performers`, { performerIds: [performer.id] })
      await submitPaper(owner, { id, performerId: performer.id, type: 'contract' })
    }
  }
  for (const table of ['document_version', 'paper'])
    await app.sql(`UPDATE ${table} SET status = 'verified', decided_at = now()`)
}, 20 * minute)

test(
  'a pack of 25 out of 1,000 titles is made in less than a minute, in memory that does not grow with the pack',
  async () => {
    for (const body of [{ unmaskReason: '測定' }, {}]) {
      const { url } = await superadmin.send(createPack, {
        body: { shape: 'cardBrands', videoIds: chosen, ...body },
        headers: { 'idempotency-key': randomUUID() },
      })
      await sealLog(app)
      global.gc?.()
      const before = process.memoryUsage().rss
      let peak = before
      const timer = setInterval(() => {
        peak = Math.max(peak, process.memoryUsage().rss)
      }, 20)
      const start = performance.now()
      const cpu = process.cpuUsage()
      await makePacks(app)
      const seconds = (performance.now() - start) / 1000
      clearInterval(timer)
      const { user, system } = process.cpuUsage(cpu)
      const [pack] = await superadmin.send(listPacks, {})
      process.stdout.write(
        `${seconds.toFixed(1)} s, of which ${((user + system) / 1e6).toFixed(1)} s of processor time, ${toMiB(pack?.bytes ?? 0)}, memory ${toMiB(before)} to ${toMiB(peak)}\n`,
      )
      expect(seconds).toBeLessThan(60)
      expect(peak - before).toBeLessThan(400 * MiB)
      await using folder = await extracted(app, url)
      await checkSums(folder.folder)
      expect((await verifyPack(folder.folder, app.services.auditSigner)).faults).toEqual([])
    }
  },
  20 * minute,
)

function toMiB(bytes: number): string {
  return `${Math.round(bytes / MiB)} MiB`
}
