/** An account for the emulator to begin with: it forgets everything when it ends. */
export interface EmulatedPerson {
  readonly uid: string
  readonly email: string
  readonly name: string
  readonly emailVerified: boolean
  /** Undefined for one that signs in by Google only. */
  readonly password: string | undefined
  readonly claims?: Readonly<Record<string, unknown>>
  readonly disabled?: boolean
}

/**
 * Gives an empty emulator its people, and the setting that newer projects have: it does not tell who has an account.
 * @throws Error if the emulator refuses
 */
export async function seedEmulator(
  address: string,
  projectId: string,
  people: readonly EmulatedPerson[],
): Promise<void> {
  await send('PATCH', `http://${address}/emulator/v1/projects/${projectId}/config`, {
    emailPrivacyConfig: { enableImprovedEmailPrivacy: true },
  })
  const accounts = `http://${address}/identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts`
  await send('POST', `${accounts}:batchCreate`, { users: people.map(row) })
}

function row({ uid, email, name, emailVerified, password, claims, disabled }: EmulatedPerson): unknown {
  const google = { providerId: 'google.com', rawId: `google-${uid}`, email, displayName: name }
  return {
    ...{ localId: uid, email, emailVerified, displayName: name, disabled: disabled ?? false },
    ...(password === undefined ? { providerUserInfo: [google] } : { rawPassword: password }),
    ...(claims ? { customAttributes: JSON.stringify(claims) } : {}),
  }
}

async function send(method: string, url: string, body: unknown): Promise<void> {
  const headers = { authorization: 'Bearer owner', 'content-type': 'application/json' }
  const reply = await fetch(url, { method, headers, body: JSON.stringify(body) })
  const answer = await reply.text()
  // A batch answers 200 and lists what it left out.
  if (!reply.ok || answer.includes('"index"')) throw new Error(`the emulator refused: ${answer}`)
}
