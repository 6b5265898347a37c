/** An initial account of the emulator, which stores nothing permanently. */
export interface EmulatedAccount {
  readonly uid: string
  readonly email: string
  readonly name: string
  readonly emailVerified: boolean
  /** Undefined for an account that signs in with Google only. */
  readonly password: string | undefined
  readonly claims?: Readonly<Record<string, unknown>>
  readonly disabled?: boolean
}

/**
 * Creates the accounts in an empty emulator and enables e-mail enumeration protection, the default of new
 * projects.
 * @throws Error if the emulator rejects a call
 */
export async function seedEmulator(
  address: string,
  projectId: string,
  accounts: readonly EmulatedAccount[],
): Promise<void> {
  await send('PATCH', `http://${address}/emulator/v1/projects/${projectId}/config`, {
    emailPrivacyConfig: { enableImprovedEmailPrivacy: true },
  })
  const endpoint = `http://${address}/identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts`
  await send('POST', `${endpoint}:batchCreate`, { users: accounts.map(userOf) })
}

function userOf({ uid, email, name, emailVerified, password, claims, disabled }: EmulatedAccount): unknown {
  const google = { providerId: 'google.com', rawId: `google-${uid}`, email, displayName: name }
  return {
    localId: uid,
    email,
    emailVerified,
    displayName: name,
    disabled: disabled ?? false,
    ...(password === undefined ? { providerUserInfo: [google] } : { rawPassword: password }),
    ...(claims ? { customAttributes: JSON.stringify(claims) } : {}),
  }
}

async function send(method: string, url: string, body: unknown): Promise<void> {
  const headers = { authorization: 'Bearer owner', 'content-type': 'application/json' }
  const response = await fetch(url, { method, headers, body: JSON.stringify(body) })
  const text = await response.text()
  // A batch responds with 200 and lists the accounts that it rejected.
  if (!response.ok || text.includes('"index"')) throw new Error(`the emulator rejected a call: ${text}`)
}
