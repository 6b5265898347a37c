import { getSharedVideo, listVideoShares, type SharedVideo, shareVideo } from '@kyc/contract/shares.ts'
import { expect } from 'vitest'
import { foundCompany } from './organisations.ts'
import type { TestAccount, TestApp } from './test-app.ts'
import type { TestClient } from './test-client.ts'

/** An approved distributor with one member, its representative. */
export async function distributor(
  app: TestApp,
  name = '例題配信',
): Promise<{ id: string; member: TestAccount }> {
  const member = await app.signedIn('user', '配信 花子')
  return { id: await foundCompany(app, member, name), member }
}

/** Shares a video and returns the id of the share. */
export async function share(
  owner: TestClient,
  videoId: string,
  recipient: string,
  channelId?: string,
): Promise<string> {
  const before = await owner.send(listVideoShares, { params: { id: videoId } })
  const after = await owner.send(shareVideo, { params: { id: videoId }, body: { recipient, channelId } })
  const made = after.filter(({ id }) => before.every((each) => each.id !== id))
  expect(made).toHaveLength(1)
  return made[0]?.id ?? ''
}

export function sharedVideo(reader: TestClient, id: string): Promise<SharedVideo> {
  return reader.send(getSharedVideo, { params: { id } })
}
