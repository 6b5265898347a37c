import { expect, it } from 'vitest'
import { z } from 'zod'
import { createLog } from './log.ts'
import { Problem } from './problem.ts'

function entriesOf(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = []
  write(createLog({ logLevel: 'info' }, { write: (line) => void lines.push(line) }))
  return lines.join('')
}

it('hides the values of secret names and addresses', () => {
  const names = [
    ...['password', 'token', 'cookie', 'authorization', 'headers', 'query', 'body', 'url'],
    ...['api_key', 'apiKey', 'callback_url'],
  ]
  const all = entriesOf((log) => {
    for (const name of names)
      log.info({ [name]: 'canary', err: Object.assign(new Error('x'), { [name]: 'canary' }) }, 'entry')
    log.info({ req: { url: 'canary' }, res: { headers: 'canary' } }, 'entry')
  })
  expect(all).not.toContain('canary')
  expect(all.match(/"msg":"entry"/g)?.length).toBe(names.length + 1)
})

it('logs type, code, frames and causes of an error, but no values from requests', () => {
  const database = Object.assign(new Error('invalid input syntax: "canary"'), {
    code: '22P02',
    severity: 'ERROR',
    detail: 'Key (email)=(canary)',
    constraint: 'email_unique',
  })
  const all = entriesOf((log) => {
    log.error({ err: new Problem('INTERNAL', { cause: database }) }, 'database')
    log.error({ err: z.enum(['a']).safeParse('canary').error }, 'zod')
    log.error({ err: new Error('no answer from https://host.example/?token=canary') }, 'address')
  })
  expect(all).not.toContain('canary')
  expect(all).toContain('email_unique')
  expect(all).toContain('log.test.ts')
})
