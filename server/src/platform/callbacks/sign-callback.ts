import { Webhook } from 'standardwebhooks'

/**
 * The headers of Standard Webhooks (D35): one signature for each of `secrets`, so that a receiver may know the old one
 * or the new one. `at` is the time of this attempt; `id` stays the same in all of them.
 */
export function signCallback(
  { id, at, body }: { id: string; at: Date; body: string },
  secrets: readonly string[],
): Record<string, string> {
  const signatures = secrets.map((secret) => new Webhook(secret).sign(id, at, body))
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  }
}
