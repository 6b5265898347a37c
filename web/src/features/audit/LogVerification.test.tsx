import type { User } from '@kyc/contract/accounts.ts'
import type { AuditEntry } from '@kyc/contract/audit.ts'
import type { LogFault } from '@kyc/contract/audit-verification.ts'
import { getVerification, type VerificationState } from '@kyc/contract/log-verifications.ts'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keyOf } from '../../api/queries.ts'
import { renderPage } from '../../testing/render.tsx'
import { ExportDialog } from './ExportDialog.tsx'
import { LogFaults, LogVerificationLine } from './LogVerification.tsx'

const user = userEvent.setup()
const account = (role: User['role']) => ({ id: 'u1', name: '管理 太郎', role }) as User // the fields that components read

const entry = {
  id: 'e1',
  createdAt: '2026-11-20T01:02:03.000Z',
  user: { name: '審査 三郎', role: 'admin' },
  action: 'reject',
  resourceType: 'document',
  resourceId: 'p1/idFront',
  resourceName: '見本 花子',
  details: { documentType: 'idFront' },
} as unknown as AuditEntry // the fields that components read

const faults: LogFault[] = [
  { code: 2, kind: 'entry', entryId: 'e1', leafIndex: 5, checkpoint: null },
  { code: 3, kind: 'entry_missing', entryId: 'e2', leafIndex: 1233, checkpoint: null },
]

function stateWith(found: LogFault[], rest: Partial<VerificationState> = {}): VerificationState {
  const report = {
    code: found[0]?.code ?? 0,
    finishedAt: '2026-11-20T05:00:00.000Z',
    size: 48_213,
    counts: { faults: found.length },
    faults: found,
  }
  const last = { kind: 'full', report, entries: [entry] } as unknown as VerificationState['last'] // as above
  return { running: null, last, interrupted: false, publicKey: 'log+0a1b2c3d+key', ...rest }
}

const running = { kind: 'full', startedAt: '', done: 12_000, total: 48_213 } as const

/** Renders the page as if `state` had been fetched. */
const shown = (page: React.ReactNode, state: VerificationState, role: User['role'] = 'admin') =>
  renderPage(page, { user: account(role), fetched: [[keyOf(getVerification, {}), state]] })

test.each([
  ['without a result', stateWith([], { last: null }), 'まだ検証していません'],
  ['without faults', stateWith([]), '改ざんなし2026年11月20日 14:00 検証・48,213件'],
  ['with faults', stateWith(faults), '問題があります2026年11月20日 14:00 検証・48,213件'],
  ['while running', stateWith([], { running }), '検証中 12,000 / 48,213件'],
  [
    'after an interruption',
    stateWith([], { interrupted: true }),
    '検証が中断されました2026年11月20日 14:00 検証・48,213件',
  ],
])('the page describes the verification of the log %s', async (_, state, text) => {
  await shown(<LogVerificationLine />, state)
  expect(screen.getByRole('status').textContent).toBe(text)
})

test('a fault is shown in plain words and opens its entry; a missing entry is named by its id and position', async () => {
  const opened: AuditEntry[] = []
  await shown(<LogFaults onOpen={(each) => opened.push(each)} />, stateWith(faults))
  expect(screen.getByRole('alert').textContent).toContain('監査ログの検証で問題が2件見つかりました')
  const [altered, missing] = screen.getAllByRole('listitem')
  expect(altered?.textContent).toContain('記録の内容が、記録されたときと異なります。')
  expect(missing?.textContent).toBe('記録がなくなっています。 記録ID：e2・ログの1,234件目')
  await user.click(
    screen.getByRole('button', {
      name: '2026年11月20日 10:02:03 審査 三郎（管理者） 書類の差し戻し（見本 花子・身分証明書表面）',
    }),
  )
  expect(opened).toEqual([entry])
})

test.each([
  ['admin', 1],
  ['auditor', 0],
] as const)('for the role %s, the button to verify the log appears %i times', async (role, times) => {
  await shown(<LogVerificationLine />, stateWith([]), role)
  expect(screen.queryAllByRole('button', { name: '検証' })).toHaveLength(times)
})

test('the export of the log offers a proof file and shows the public key, but not to the role user', async () => {
  const exports: boolean[] = []
  const dialog = <ExportDialog onClose={() => {}} onExport={(proof) => exports.push(proof)} />
  const { unmount } = await shown(dialog, stateWith([]))
  const submit = () => user.click(screen.getByRole('button', { name: 'エクスポート' }))
  await submit()
  await user.click(screen.getByRole('checkbox', { name: '証明ファイルを付ける' }))
  expect(screen.getByText('log+0a1b2c3d+key')).toBeTruthy()
  await submit()
  expect(exports).toEqual([false, true])
  unmount()
  await shown(dialog, stateWith([]), 'user')
  await user.click(screen.getByRole('checkbox', { name: '証明ファイルを付ける' }))
  expect(screen.getByText('検証に使う公開鍵は、管理者にお問い合わせください。')).toBeTruthy()
})

const calls: (string | undefined)[] = []
let served: VerificationState

beforeEach(() => {
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    if (path !== '/api/audit-logs/verification') return Response.json({ csrfToken: 'token' })
    calls.push(method)
    if (method === 'POST') served = stateWith([], { running })
    return Response.json(served)
  })
})
afterEach(() => vi.unstubAllGlobals())

test('the button 検証 starts a verification, whose progress is shown until it ends', async () => {
  served = stateWith([], { last: null })
  await renderPage(<LogVerificationLine />, { user: account('admin') })
  await user.click(await screen.findByRole('button', { name: '検証' }))
  expect(await screen.findByText('検証中 12,000 / 48,213件')).toBeTruthy()
  expect(screen.getByRole('progressbar')).toBeTruthy()
  expect(screen.getByRole('button', { name: '検証中...' }).getAttribute('aria-disabled')).toBe('true')
  expect(calls).toContain('POST')
  served = stateWith([])
  expect(await screen.findByText('改ざんなし', {}, { timeout: 3000 })).toBeTruthy()
})
