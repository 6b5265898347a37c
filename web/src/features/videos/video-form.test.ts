import type { Video } from '@kyc/contract/videos.ts'
import { expect, test } from 'vitest'
import { changesOf, newVideo, valuesOf } from './video-form.ts'

const video: Video = {
  id: '0198c5a0-0000-7000-8000-000000000001',
  title: '夏の終わりの見本映像',
  externalId: 'sg-v-017',
  sale: 'none',
  gate: 'missing',
  performerCount: 3,
  createdAt: '2026-11-20T05:05:09.000Z',
  updatedAt: '2026-11-20T05:05:09.000Z',
  registeredBy: '制作 花子',
  organisation: { id: 'o', name: '見本制作' },
}

test('a new video is sent trimmed, with null for an empty external id', () => {
  expect(newVideo({ title: ' 夏 ', externalId: '  ' })).toEqual({ title: '夏', externalId: null })
  expect(newVideo({ title: '夏', externalId: ' sg-1 ' })).toEqual({ title: '夏', externalId: 'sg-1' })
})

test('only changed fields are sent, with null for an emptied external id', () => {
  expect(changesOf(valuesOf(video), valuesOf(video))).toEqual({})
  expect(changesOf(valuesOf(video), { ...valuesOf(video), title: '秋' })).toEqual({ title: '秋' })
  expect(changesOf(valuesOf(video), { ...valuesOf(video), externalId: '' })).toEqual({ externalId: null })
  expect(
    changesOf({ ...valuesOf(video), externalId: '' }, { title: `${video.title} `, externalId: ' ' }),
  ).toEqual({})
})
