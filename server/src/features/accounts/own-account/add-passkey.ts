import type { addPasskey as contract } from '@kyc/contract/account.ts'
import type { BodyOf } from '@kyc/contract/endpoint.ts'
import { limits } from '@kyc/contract/limits.ts'
import type { RequestInfo } from '../../../platform/http/requests/binding.ts'
import type { Caller } from '../../../platform/http/requests/caller.ts'
import { newId } from '../../../platform/ids.ts'
import { Problem } from '../../../platform/problem.ts'
import type { AccountServices } from '../account-services.ts'
import { findFactors } from '../second-factor/factor-repository.ts'
import { insertPasskey, listPasskeys } from '../second-factor/passkey-repository.ts'
import { saveSessionChallenge, takeSessionChallenge } from '../second-factor/pending-repository.ts'
import {
  creationOptions,
  requestOptions,
  verifyRegistration,
  type WebAuthnJson,
} from '../second-factor/web-authn.ts'
import { keyOf } from '../sessions/sessions.ts'
import { type AddedFactor, addFactor } from './add-factor.ts'

/** Issues the challenge for creating a passkey. */
export async function newPasskeyOptions(services: AccountServices, caller: Caller): Promise<WebAuthnJson> {
  const passkeys = await listPasskeys(services.db, caller.id)
  const { challenge, options } = await creationOptions(services, caller, passkeys)
  await saveSessionChallenge(services.db, keyOf(caller.sessionKey), 'add', challenge)
  return options
}

/** Issues the challenge for a step-up by passkey. */
export async function stepUpOptions(services: AccountServices, caller: Caller): Promise<WebAuthnJson> {
  const passkeys = await listPasskeys(services.db, caller.id)
  if (passkeys.length === 0) throw new Problem('CONFLICT')
  const { challenge, options } = await requestOptions(services, passkeys)
  await saveSessionChallenge(services.db, keyOf(caller.sessionKey), 'ask', challenge)
  return options
}

/** Adds the passkey that was created for the challenge. */
export async function addPasskey(
  services: AccountServices,
  caller: Caller,
  { name, credential }: BodyOf<typeof contract>,
  request: RequestInfo,
): Promise<AddedFactor> {
  const challenge = await takeSessionChallenge(services.db, keyOf(caller.sessionKey), 'add')
  const created = challenge && (await verifyRegistration(services, credential, challenge))
  if (!created) throw new Problem('SECOND_FACTOR_INVALID')
  const passkey = {
    id: newId(services.clock.now()),
    account_id: caller.id,
    credential: created.id,
    public_key: Buffer.from(created.publicKey),
    counter: created.counter,
    transports: (created.transports ?? []).slice(0, 10),
    name,
  }
  return addFactor(services, caller, request, { change: 'passkey_added', name }, async (tx) => {
    const { passkeys } = await findFactors(tx, caller.id)
    return passkeys < limits.secondFactor.passkeys && insertPasskey(tx, passkey)
  })
}
