import { join } from 'node:path'
import { rules } from '@kyc/contract/law-rules.ts'
import type { Video } from '@kyc/contract/videos.ts'
import { beforeAll, expect, test } from 'vitest'
import { registerPerformer } from '../../testing/app/factories.ts'
import { usePackStage } from '../../testing/app/pack-stage.ts'
import { extracted, textOf } from '../../testing/app/packs.ts'
import { coveredFacts } from '../../testing/app/title-facts.ts'

// What the index of a pack states about titles and persons (D109).

const { app, owner, superadmin, make, add, made } = usePackStage()
let video: Video

beforeAll(async () => {
  const fields = (lastName: string) => ({ lastName, date_of_birth: '2000-06-01' })
  const { id: first } = await registerPerformer(owner, { fields: fields('先出') })
  const { id: second } = await registerPerformer(owner, { fields: fields('後出') })
  video = await make('二人の見本')
  await add(video, [first, second])
  const shooting = { kind: 'main', plannedOn: null }
  const reply = await owner.put(`/api/videos/${video.id}/facts`, {
    ...coveredFacts,
    shootings: [
      { ...shooting, shotOn: '2018-05-31', performerIds: [first] },
      { ...shooting, shotOn: '2025-05-20', performerIds: [first, second] },
    ],
    contentReview: null,
    version: 1,
  })
  expect(reply.status, JSON.stringify(reply.json)).toBe(200)
})

async function index(): Promise<string> {
  const { url } = await made(owner, { shape: 'cardBrands', videoIds: [video.id] })
  await using pack = await extracted(app, url)
  return textOf(join(pack.folder, 'index.pdf'))
}

test('the age of a person is that on the first day on which the person was shot', async () => {
  const text = await index()
  for (const stated of ['17歳（2018年5月31日）', '24歳（2025年5月20日）']) expect(text).toContain(stated)
})

test('a rule that superadmins have overridden is named as such', async () => {
  const { text } = rules.contentReview
  expect(await index()).not.toContain('例外を認めた不足')
  const reply = await superadmin.post(`/api/videos/${video.id}/overrides`, {
    rule: 'contentReview',
    reason: '配信事業者が確認した',
    until: '2099-12-31',
  })
  expect(reply.status, JSON.stringify(reply.json)).toBe(200)
  const after = (await index()).replace(/\s/g, '')
  expect(after).toContain(`運営が例外を認めた不足${text}`)
  expect(after).not.toContain(`記録上の不足${text}`)
})
