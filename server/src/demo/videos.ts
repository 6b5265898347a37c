import { addPerformers } from '../features/videos/add-performers.ts'
import { createVideo } from '../features/videos/create-video.ts'
import type { Services } from '../services.ts'
import type { DemoActors } from './demo-actors.ts'
import { demoRequest } from './demo-request.ts'
import { demoPeople } from './people.ts'
import { addresses } from './scene.ts'
import type { DemoTime } from './stories.ts'
import { momentOf, type StoryClock } from './times.ts'

/** A fictitious video of demo mode (D45); `cast` names people of its owner. */
export interface DemoVideo {
  readonly owner: 'seisaku' | 'haishin' | 'admin'
  readonly title: string
  readonly externalId: string | null
  readonly made: DemoTime
  readonly cast: readonly string[]
}

const on = (daysAgo: number, clock: string): DemoTime => ({ daysAgo, clock })

/** All are made after their performers were registered; two have nobody yet, for pages that say so. */
export const demoVideos: readonly DemoVideo[] = [
  {
    ...{ owner: 'seisaku', title: '見本作品 第1集', externalId: 'sgv-3001', made: on(2, '11:20') },
    cast: ['yamada-hanako', 'otsuyama-jiro', 'saito-haruka'],
  },
  {
    ...{ owner: 'seisaku', title: '見本作品 第2集', externalId: 'sgv-3002', made: on(2, '11:46') },
    cast: ['yamada-hanako', 'hamada-shota', 'kimura-nagi', 'teida-hikaru', 'silva-maria'],
  },
  {
    ...{ owner: 'seisaku', title: '夏の見本', externalId: null, made: on(3, '15:05') },
    cast: ['unno-nagisa', 'mogi-akari'],
  },
  {
    ...{ owner: 'haishin', title: '配信見本 特別編', externalId: 'hkv-0117', made: on(3, '10:12') },
    cast: ['takahashi-midori', 'watanabe-sumire'],
  },
  { owner: 'admin', title: '社内確認用の見本', externalId: null, made: on(3, '16:40'), cast: [] },
  {
    ...{ owner: 'seisaku', title: '例題ドキュメンタリー', externalId: 'sgv-3010', made: on(2, '13:35') },
    cast: ['marui-kana'],
  },
  { owner: 'seisaku', title: '見本作品 第3集（準備中）', externalId: null, made: on(2, '17:50'), cast: [] },
]

/** Makes the videos through the acts of the product, leaving out what an interrupted start has done already. */
export async function makeDemoVideos(
  services: Services,
  clock: StoryClock,
  actors: DemoActors,
  firstStart: Date,
): Promise<void> {
  for (const video of demoVideos) {
    clock.moveTo(momentOf(video.made, firstStart))
    await makeVideo(services, clock, actors, video)
  }
}

async function makeVideo(
  services: Services,
  clock: StoryClock,
  actors: DemoActors,
  { owner, title, externalId, cast }: DemoVideo,
): Promise<void> {
  const actor = actors[owner]
  const request = demoRequest(addresses[owner])
  const made = await services.db
    .selectFrom('video')
    .select('id')
    .where('owner_id', '=', actor.id)
    .where('title', '=', title)
    .executeTakeFirst()
  const id =
    made?.id ?? (await createVideo(services, { actor, body: { title, externalId }, request })).body.id
  if (cast.length === 0) return
  clock.tick(50)
  const performerIds = await Promise.all(cast.map((key) => performerOf(services, actor.id, key)))
  await addPerformers(services, { actor, id, performerIds, request })
}

async function performerOf({ db }: Services, ownerId: string, key: string): Promise<string> {
  const person = demoPeople.find((each) => each.key === key)
  if (!person) throw new Error(`no demo person ${key}`)
  const { id } = await db
    .selectFrom('performer')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('last_name_roman', '=', person.lastNameRoman)
    .where('first_name_roman', '=', person.firstNameRoman)
    .executeTakeFirstOrThrow()
  return id
}
