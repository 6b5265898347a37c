import * as contract from '@kyc/contract/signings.ts'
import { type Binding, bind, type OnRecord } from '../../platform/http/requests/binding.ts'
import { getVideoOwner } from '../videos/get-video.ts'
import { findAppearance, requirePaperType } from '../videos/papers/find-appearance.ts'
import { answerQuestion } from './answer-question.ts'
import { createSigning } from './create-signing.ts'
import { getSigning, listSignings } from './get-signing.ts'
import { openDraft } from './open-draft.ts'
import { recordTalk } from './record-talk.ts'
import { remindOfSigning } from './remind-of-signing.ts'
import { revokeSigning } from './revoke-signing.ts'
import { sendSigning } from './send-signing.ts'
import { getSigningRow } from './signing-repository.ts'
import type { SigningServices } from './signing-services.ts'
import { uploadDraft } from './upload-draft.ts'

/** The calls of the organisation. */
export function signingRoutes(services: SigningServices): Binding[] {
  const signing = ({ actor, params }: OnRecord) => getSigningRow(services.db, actor, params.id)
  const draft = async ({ actor, params }: OnRecord<{ readonly id: string; readonly type: string }>) => ({
    found: await getSigningRow(services.db, actor, params.id),
    type: requirePaperType(params.type),
  })
  return [
    bind(
      contract.listSignings,
      ({ actor, params }) => getVideoOwner(services.db, actor, params.id),
      async ({ actor, params }) => ({ body: await listSignings(services, actor, params.id) }),
    ),
    bind(
      contract.createSigning,
      (call) => findAppearance(services.db, call),
      ({ actor, found, body, request }) => createSigning(services, { actor, found, body, request }),
    ),
    bind(contract.getSigning, signing, async ({ actor, found }) => ({
      body: await getSigning(services, services.db, actor, found.id),
    })),
    bind(contract.openDraft, draft, ({ actor, found, request }) =>
      openDraft(services, { actor, request, ...found }),
    ),
    bind(contract.uploadDraft, draft, ({ actor, found, upload, request }) =>
      uploadDraft(services, { actor, request, upload, ...found }),
    ),
    bind(contract.sendSigning, signing, async ({ actor, found, body, request }) => ({
      body: await sendSigning(services, { actor, found, body, ip: request.ip }),
    })),
    bind(contract.recordTalk, signing, async ({ actor, found, body, request }) => ({
      body: await recordTalk(services, { actor, found, body, ip: request.ip }),
    })),
    bind(contract.answerQuestion, signing, async ({ actor, found, body, request }) => ({
      body: await answerQuestion(services, { actor, found, body, ip: request.ip }),
    })),
    bind(contract.remindOfSigning, signing, async ({ actor, found, request }) => ({
      body: await remindOfSigning(services, { actor, found, ip: request.ip }),
    })),
    bind(contract.revokeSigning, signing, async ({ actor, found, request }) => {
      await revokeSigning(services, { actor, found, ip: request.ip })
      return {}
    }),
  ]
}
