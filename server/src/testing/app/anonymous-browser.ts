import { sessionInit } from '@kyc/contract/accounts.ts'
import type { TestApp } from './test-app.ts'
import { TestClient } from './test-client.ts'

/** A browser that is not signed in, with the CSRF token of its pre-session. */
export async function anonymousBrowser(app: TestApp): Promise<TestClient> {
  const client = app.anonymous()
  await startSession(client)
  return client
}

/** Fetches the CSRF token of the current cookie, as each page does when it starts. */
export async function startSession(client: TestClient): Promise<void> {
  client.csrfToken = (await client.send(sessionInit)).csrfToken
}

/** Accepts the invitation whose link is in `text`, at the server at `url`. */
export async function acceptInvitation(url: string, text: string, password: string): Promise<void> {
  const client = new TestClient(url)
  await startSession(client)
  const invitation = { token: tokenIn(text, '/invite'), name: '最高 管理', password }
  const { status, json } = await client.post('/api/auth/invitations/accept', invitation)
  if (status >= 300) throw new Error(`the invitation was refused: ${JSON.stringify(json)}`)
}

/** The secret of the link in a mail. It is in the fragment, which browsers do not send. */
export function tokenIn(
  text: string | undefined,
  page: '/invite' | '/password-reset' | '/verify-email',
): string {
  const [, token] = new RegExp(`${page}#token=([\\w-]+)`).exec(text ?? '') ?? []
  if (token === undefined) throw new Error(`no link to ${page} in the mail`)
  return token
}
