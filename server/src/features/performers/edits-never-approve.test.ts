import { randomUUID } from 'node:crypto'
import { createPerformer } from '@kyc/contract/performers.ts'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { tryToVerify } from '../../testing/app/factories.ts'
import { sendReplacement } from '../../testing/app/replacements.ts'
import { samplePng } from '../../testing/app/sample-files.ts'
import { useStage } from '../../testing/app/test-app.ts'
import { replyOf } from '../../testing/app/test-client.ts'
import { sendRegistration } from '../../testing/app/uploads.ts'

const { app, owner, admin } = useStage({ owner: 'user', admin: 'admin' })
let pictures: Uint8Array<ArrayBuffer>[]
beforeAll(async () => {
  pictures = await Promise.all([20, 21, 22].map((size) => samplePng(size, size)))
})

const slots = ['idFront', 'idBack', 'selfie', 'selfieWithId'] as const
const kinds = ['my_number_card', 'drivers_license', 'passport', null] as const
const edits = [
  ...kinds.map((idKind) => ({ idKind })),
  { lastName: '別' },
  { date_of_birth: '1990-01-01' },
  { external_id: 'X-1' },
  { nationality: '日本', email: 'a@example.com' },
]

/** One call. `picture` and `key` have few values, so that later calls may repeat earlier ones. */
const userSteps = fc.oneof(
  { weight: 4, arbitrary: fc.record({ by: fc.constant('user'), edit: fc.constantFrom(...edits) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      by: fc.constant('user'),
      replace: fc.constantFrom(...slots),
      picture: fc.nat(2),
      key: fc.option(fc.nat(1), { nil: undefined }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ by: fc.constant('user'), decide: fc.constantFrom(...slots) }) },
  { weight: 1, arbitrary: fc.constantFrom({ by: 'user', remove: true }, { by: 'user', register: true }) },
)
const adminSteps = fc.oneof(
  { weight: 2, arbitrary: fc.constant({ by: 'admin', approveRequired: true }) },
  {
    weight: 3,
    arbitrary: fc.record({
      by: fc.constant('admin'),
      verify: fc.constantFrom(...slots),
      idKind: fc.constantFrom(...kinds),
    }),
  },
  { weight: 3, arbitrary: fc.record({ by: fc.constant('admin'), reject: fc.constantFrom(...slots) }) },
  { weight: 2, arbitrary: fc.record({ by: fc.constant('admin'), edit: fc.constantFrom(...edits) }) },
)
interface Step {
  by: string
  edit?: object
  replace?: string
  picture?: number
  key?: number | undefined
  decide?: string
  remove?: boolean
  register?: boolean
  approveRequired?: boolean
  verify?: string
  idKind?: (typeof kinds)[number]
  reject?: string
}
const steps: fc.Arbitrary<Step[]> = fc.array(fc.oneof<fc.Arbitrary<Step>[]>(userSteps, adminSteps), {
  minLength: 3,
  maxLength: 12,
})

/** A registration with a back, and a function that repeats the call. */
async function registration(): Promise<{ id: string; again: () => Promise<unknown> }> {
  const headers = { 'idempotency-key': randomUUID() }
  const files = { idBack: { name: 'back.png', bytes: pictures[0] ?? new Uint8Array() } }
  const send = () => sendRegistration(owner, { files }, headers)
  return { id: replyOf(createPerformer, await send()).id, again: send }
}

async function play(step: Step, record: { id: string; again: () => Promise<unknown> }): Promise<void> {
  const { id, again } = record
  const account = step.by === 'user' ? owner : admin
  const path = `/api/performers/${id}`
  const document = (type: string, act: string) => `${path}/documents/${type}/${act}`
  const rejection = { codes: ['tampering'] }
  if (step.edit) await account.patch(path, { ...step.edit, reason: step.by === 'user' ? null : '訂正' })
  if (step.replace) {
    const key = step.key === undefined ? {} : { key: `${id}-${step.key}` }
    await sendReplacement(account, id, step.replace, pictures[step.picture ?? 0] ?? new Uint8Array(), key)
  }
  if (step.decide) {
    expect((await account.put(document(step.decide, 'verify'), {})).status).toBe(403)
    expect((await account.put(document(step.decide, 'reject'), rejection)).status).toBe(403)
  }
  if (step.remove) expect((await account.delete(path)).status).toBe(403)
  if (step.register) await again()
  if (step.approveRequired)
    for (const type of ['agreementFile', 'idFront', 'selfie']) await tryToVerify(account, { id, type })
  if (step.verify)
    await tryToVerify(account, { id, type: step.verify }, { idKind: step.idKind, reason: '個人番号' })
  if (step.reject) await account.put(document(step.reject, 'reject'), rejection)
}

interface Version {
  readonly name: string
  readonly status: string
  readonly decided_by: string | null
}

async function stateOf(id: string): Promise<{ status: unknown; decided: Version[] }> {
  const [row] = await app.sql<{ status: string }>('SELECT status FROM performer WHERE id = $1', [id])
  const decided = await app.sql<{ name: string; status: string; decided_by: string }>(
    `SELECT type || '?version=' || version AS name, status, decided_by FROM document_version
     WHERE performer_id = $1 AND decided_at IS NOT NULL AND destroyed_at IS NULL ORDER BY 1`,
    [id],
  )
  return { status: row?.status, decided }
}

const approve = { by: 'admin', approveRequired: true }
const closeBack = { by: 'user', edit: { idKind: 'my_number_card' } }
const rejected = [approve, { by: 'admin', reject: 'idBack' }]

test('no call of a user approves a performer or destroys a version with a decision, and no edit approves a performer', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const record = await registration()
      for (const step of sequence) {
        const before = await stateOf(record.id)
        await play(step, record)
        const after = await stateOf(record.id)
        const mayApprove = step.approveRequired || step.verify !== undefined
        if (!mayApprove && before.status !== 'approved') expect(after.status).not.toBe('approved')
        if (step.by === 'user') expect(after.decided).toEqual(expect.arrayContaining(before.decided))
      }
      for (const { name } of (await stateOf(record.id)).decided) {
        expect((await admin.get(`/api/performers/${record.id}/documents/${name}`)).status).toBe(200)
      }
    }),
    {
      numRuns: 25,
      // Regressions: an edit turned a rejection into an approval, or destroyed a verified back.
      examples: [
        [[...rejected, closeBack]],
        [[...rejected, { by: 'admin', edit: { idKind: 'my_number_card' } }, closeBack]],
        [[{ by: 'admin', verify: 'idBack', idKind: null }, approve, closeBack]],
        [[approve, closeBack]],
      ],
    },
  )
}, 120_000)
