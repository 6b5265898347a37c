import type { NamedActor } from '../features/access/actor.ts'
import { personalOf } from '../features/access/scope.ts'
import { cancelTransfer } from '../features/organisations/transfers/confirm-transfer.ts'
import { requestTransfer } from '../features/organisations/transfers/request-transfer.ts'
import type { Services } from '../services.ts'
import { type DemoActor, demoActors } from './actors.ts'
import { demoRequest } from './demo-request.ts'
import { getPerformer } from './find-performer.ts'

/**
 * A transfer that waits for a confirmation, and one that was withdrawn. None is confirmed: the second superadmin must
 * have held the role for days by the clock of the database (D116).
 */
export async function createTransfers(
  services: Services,
  actors: Readonly<Record<DemoActor, NamedActor>>,
): Promise<void> {
  const superadmin = { actor: actors.superadmin, request: demoRequest(demoActors.superadmin.ip) }
  // Neither performer is in a video, which would have to be transferred with its performers.
  const ask = async (key: string, to: 'seisaku' | 'haishin', reason: string) => {
    const { id, owner_id } = await getPerformer(services.db, key)
    const records = { performers: [id], videos: [] }
    const body = { to: personalOf(actors[to].id), reason, records }
    return requestTransfer(services, { ...superadmin, id: owner_id, body })
  }
  const withdrawn = await ask('bobe-kaede', 'seisaku', '所属事務所の移籍のため。')
  await cancelTransfer(services, {
    actor: actors.superadmin,
    id: withdrawn.body.id,
    ip: demoActors.superadmin.ip,
  })
  await ask('heikawa-aoi', 'haishin', '今後の作品は例題配信が管理するため。両社の合意書を受領済み。')
}
