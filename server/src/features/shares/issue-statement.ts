import { dayInJapan } from '@kyc/contract/dates.ts'
import type { ReplyOf } from '@kyc/contract/endpoint.ts'
import {
  shareLimits,
  statementAudience,
  statementNotice,
  statementType,
} from '@kyc/contract/share-vocabulary.ts'
import type { issueStatement as endpoint, StatementClaims } from '@kyc/contract/statements.ts'
import { SignJWT } from 'jose'
import { inTransaction, type Tx } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { Problem } from '../../platform/problem.ts'
import { requireEditable } from '../access/visible-to.ts'
import { aboutShare, aboutVideo } from '../audit/about.ts'
import { findNewestCheckpoint } from '../audit/tree/tree-repository.ts'
import { readFactsOf } from '../videos/facts/facts-repository.ts'
import { titleOf } from '../videos/facts/title-facts.ts'
import { getVideoRow } from '../videos/get-video.ts'
import { lockVideo } from '../videos/videos-repository.ts'
import { readSharedRecords } from './get-shared.ts'
import type { ShareServices } from './share-services.ts'
import type { ShareCall } from './share-video.ts'
import { lockShared } from './shares-repository.ts'

type Issued = ReplyOf<typeof endpoint>

/**
 * Signs what the records of a shared video say now (D113). The end of the share either waits for the transaction, or is seen by it.
 * `id` of the call is that of the share.
 */
export function issueStatement(services: ShareServices, { actor, id, request }: ShareCall): Promise<Issued> {
  return inTransaction(services.db, async (tx) => {
    const shared = await lockShared(tx, actor, id, services.clock.now())
    requireEditable(shared)
    const { jti, ...issued } = await sign(services, tx, {
      sub: id,
      title: shared.title,
      product_number: shared.product_number,
      organisation: shared.owner_name,
      recipient: shared.recipient_name,
      channel: shared.channel,
      ...{ videoId: shared.video_id, channelId: shared.channel_id },
    })
    const details = { change: 'statement_issued', statement: jti }
    await services.audit.record(
      tx,
      { actor, request },
      'share',
      aboutVideo(shared.video_id, shared.owner_id),
      {
        ...details,
        recipient: shared.recipient_name,
        actingFor: shared.recipient_name,
      },
    )
    await services.audit.record(tx, { actor, request }, 'share', aboutShare(id, shared.recipient_id), {
      ...details,
      title: shared.title,
    })
    return issued
  })
}

/** The same of an own video. */
export function issueOwnStatement(
  services: ShareServices,
  { actor, id, request }: ShareCall,
): Promise<Issued> {
  return inTransaction(services.db, async (tx) => {
    if (!(await lockVideo(tx, actor, id))) throw new Problem('VIDEO_NOT_FOUND')
    const video = await getVideoRow(tx, actor, id)
    const { facts } = await readFactsOf(tx, id)
    const { jti, ...issued } = await sign(services, tx, {
      sub: id,
      title: video.title,
      product_number: titleOf(facts).productNumber,
      organisation: video.owner_name,
      recipient: null,
      channel: null,
      ...{ videoId: id, channelId: null },
    })
    const details = { change: 'statement_issued', statement: jti }
    await services.audit.record(tx, { actor, request }, 'share', aboutVideo(id, video.owner_id), details)
    return issued
  })
}

type Subject = Pick<
  StatementClaims,
  'sub' | 'title' | 'product_number' | 'organisation' | 'recipient' | 'channel'
> & { readonly videoId: string; readonly channelId: string | null }

async function sign(
  { auditSigner, clock, config, signingKeys }: ShareServices,
  tx: Tx,
  { sub, videoId, channelId, ...named }: Subject,
): Promise<Issued & { readonly jti: string }> {
  const now = clock.now()
  const records = await readSharedRecords(tx, { videoId, channelId, day: dayInJapan(now) })
  const checkpoint = await findNewestCheckpoint(tx, auditSigner)
  const { kid, privateKey } = await signingKeys.current()
  const issuedAt = Math.floor(now.getTime() / 1000)
  const expires = issuedAt + shareLimits.statement / 1000
  const jti = newId(now)
  const claims = {
    ...named,
    state: records.blockers.length === 0 ? 'complete' : 'missing',
    records,
    checkpoint: checkpoint?.note ?? null,
    notice: statementNotice,
  } satisfies Omit<StatementClaims, 'iss' | 'sub' | 'aud' | 'iat' | 'exp' | 'jti'>
  const statement = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', kid, typ: statementType })
    .setIssuer(config.publicUrl.origin)
    .setAudience(statementAudience)
    .setSubject(sub)
    .setIssuedAt(issuedAt)
    .setExpirationTime(expires)
    .setJti(jti)
    .sign(privateKey)
  return { jti, statement, expiresAt: new Date(expires * 1000).toISOString() }
}
