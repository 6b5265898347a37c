import { firebaseSession } from '@kyc/contract/sign-in.ts'
import { expect, test } from 'vitest'
import { anonymousBrowser } from '../../../testing/app/anonymous-browser.ts'
import { createTestApp, useStage } from '../../../testing/app/test-app.ts'
import { useStarted } from '../../../testing/app/use-started.ts'
import { startGoogleDouble } from '../../../testing/doubles/google-double.ts'

const google = useStarted(startGoogleDouble)
const { app } = useStage({}, () => createTestApp({ overrides: { identity: google.provider } }))

test('a name of the provider keeps no bidirectional control, like every name that is entered', async () => {
  const client = await anonymousBrowser(app)
  const idToken = await google.token('bidi', { claims: { name: '佐藤\u202e子花\u2066' } })
  await client.send(firebaseSession, { body: { idToken } })
  const [row] = await app.sql<{ name: string }>("SELECT name FROM account WHERE provider_uid = 'bidi'")
  expect(JSON.stringify(row?.name)).toBe(JSON.stringify('佐藤子花'))
  const [organisation] = await app.sql<{ name: string }>(
    "SELECT o.name FROM organisation o JOIN account a ON a.id = o.id WHERE a.provider_uid = 'bidi'",
  )
  expect(organisation?.name).toBe('佐藤子花')
})
