import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface SmtpListener {
  readonly url: string
  /** The received mails with their envelope's recipients, in order of arrival. */
  readonly received: { readonly to: readonly string[]; readonly mail: Email; readonly raw: string }[]
  /** Refuses the next mails with these codes. */
  refuse(...codes: number[]): void
  close(): Promise<void>
}

/**
 * A real SMTP server on a free local port; with `login`, only that account may send. @param refusal its text of refused mails
 */
export async function startSmtpListener(
  login?: { user: string; password: string },
  refusal = 'not now',
): Promise<SmtpListener> {
  const received: SmtpListener['received'] = []
  const refusals: number[] = []
  const server = new SMTPServer({
    disabledCommands: login ? ['STARTTLS'] : ['AUTH', 'STARTTLS'],
    onAuth({ username, password }, _session, done) {
      const right = username === login?.user && password === login?.password
      done(right ? null : new Error('no'), right ? { user: username } : undefined)
    },
    onData(stream, session, done) {
      buffer(stream)
        .then(async (bytes) => {
          const code = refusals.shift()
          if (code !== undefined) throw Object.assign(new Error(refusal), { responseCode: code })
          const to = session.envelope.rcptTo.map(({ address }) => address)
          received.push({ to, mail: await PostalMime.parse(bytes), raw: bytes.toString('utf8') })
        })
        .then(() => done(), done)
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has an AddressInfo.
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    refuse: (...codes) => void refusals.push(...codes),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
