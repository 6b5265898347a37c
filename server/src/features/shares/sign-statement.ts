import {
  shareLimits,
  type statementAudience,
  statementNotice,
  statementType,
  type testStatementAudience,
} from '@kyc/contract/share-vocabulary.ts'
import type { StatementClaims } from '@kyc/contract/statements.ts'
import { SignJWT } from 'jose'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import { findNewestCheckpoint } from '../audit/tree/tree-repository.ts'
import type { ShareServices } from './share-services.ts'

/** What a statement is about, and what it says. */
export type StatementSubject = Pick<
  StatementClaims,
  'sub' | 'title' | 'product_number' | 'organisation' | 'recipient' | 'channel' | 'records'
>

export interface SignedStatement {
  readonly jti: string
  readonly statement: string
  readonly expiresAt: string
}

/** Signs a statement with the keys of the tokens for partners (D113). */
export async function signStatement(
  { auditSigner, clock, config, signingKeys }: ShareServices,
  db: Db,
  { sub, ...subject }: StatementSubject,
  audience: typeof statementAudience | typeof testStatementAudience,
): Promise<SignedStatement> {
  const now = clock.now()
  const checkpoint = await findNewestCheckpoint(db, auditSigner)
  const { kid, privateKey } = await signingKeys.current()
  const issuedAt = Math.floor(now.getTime() / 1000)
  const expires = issuedAt + shareLimits.statement / 1000
  const jti = newId(now)
  const claims = {
    ...subject,
    state: subject.records.blockers.length === 0 ? 'complete' : 'missing',
    checkpoint: checkpoint?.note ?? null,
    notice: statementNotice,
  } satisfies Omit<StatementClaims, 'iss' | 'sub' | 'aud' | 'iat' | 'exp' | 'jti'>
  const statement = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', kid, typ: statementType })
    .setIssuer(config.publicUrl.origin)
    .setAudience(audience)
    .setSubject(sub)
    .setIssuedAt(issuedAt)
    .setExpirationTime(expires)
    .setJti(jti)
    .sign(privateKey)
  return { jti, statement, expiresAt: new Date(expires * 1000).toISOString() }
}
