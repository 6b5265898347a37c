import { shareLimits } from '@kyc/contract/share-vocabulary.ts'
import type { NamedActor } from '../features/access/actor.ts'
import { personalOf } from '../features/access/scope.ts'
import { permitPaper } from '../features/shares/permit-paper.ts'
import { type ShareCall, shareVideo } from '../features/shares/share-video.ts'
import type { Services } from '../services.ts'
import type { DemoActor } from './actors.ts'

/** Shares a video with the company that `founder` has created, if any, which may open its contracts for seven days. */
export async function shareDemoVideo(
  services: Services,
  call: ShareCall,
  actors: Readonly<Record<DemoActor, NamedActor>>,
  founder: DemoActor | undefined,
): Promise<void> {
  if (!founder) return
  const [share] = await shareVideo(services, call, { recipient: personalOf(actors[founder].id) })
  const paper = { ...call, shareId: share?.id ?? '', type: 'contract' }
  await permitPaper(services, paper, { hours: shareLimits.paperHours })
}
