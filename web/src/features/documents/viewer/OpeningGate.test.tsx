import type { Role } from '@kyc/contract/accounts.ts'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { AuthSession } from '../../../session/auth-session.ts'
import { AuthContext } from '../../../session/use-session.ts'
import { renderPage } from '../../../testing/render.tsx'
import { OpeningGate, WhileOpened } from './OpeningGate.tsx'

const person = { id: 'u1', uid: 'u1', email: 'user@example.com', emailVerified: true }
const account = { ...person, name: '監査 花子', displayName: '監査 花子', secondFactorMissing: false }

/** Replies as a server without a valid opening until a reason is given, and records the reasons. */
function serve() {
  const sent: unknown[] = []
  let until: string | null = null
  let reachable = true
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit = {}) => {
    if (!reachable) throw new TypeError('network')
    if (!url.includes('/openings')) return Response.json({ csrfToken: 'token' })
    if (method === 'POST') {
      sent.push(JSON.parse(String(body)))
      until = new Date(Date.now() + 900_000).toISOString()
    }
    return Response.json({ until })
  })
  return {
    sent,
    expire: () => (until = null),
    disconnect: () => (reachable = false),
  }
}

async function show(role: Role, viewing = true) {
  const auth = new AuthSession({ fetchUser: async () => null, onEnd: () => 0, hasDraft: () => false })
  auth.signedIn({ ...account, role, provider: 'legacy' })
  await renderPage(
    <AuthContext value={auth}>
      <OpeningGate performerId="p1">書類の画像</OpeningGate>
      <Viewer viewing={viewing} />
    </AuthContext>,
  )
}

/** A dialog that was opened from the gate and lies outside of it. */
function Viewer({ viewing }: { viewing: boolean }) {
  const [open, setOpen] = useState(viewing)
  return open ? (
    <WhileOpened performerId="p1" onOver={() => setOpen(false)}>
      <p>大きな画像</p>
    </WhileOpened>
  ) : (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        拡大
      </button>
      <p>閉じた</p>
    </>
  )
}

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('an auditor sees the documents only after giving a reason (D67)', async () => {
  const { sent } = serve()
  await show('auditor')
  await userEvent.click(await screen.findByRole('button', { name: '書類を表示' }))
  screen.getByText('閲覧の理由を入力してください。')
  expect(sent).toEqual([])
  await userEvent.type(screen.getByRole('textbox', { name: '閲覧の理由' }), '定期監査')
  expect(screen.queryByText('書類の画像')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: '書類を表示' }))
  await screen.findByText('書類の画像')
  expect(sent).toEqual([{ reason: '定期監査' }])
})

test.each(['user', 'admin', 'superadmin'] as const)('a %s sees documents without a reason', async (role) => {
  await show(role)
  screen.getByText('書類の画像')
  expect(screen.queryByRole('textbox')).toBeNull()
})

test.each(['expire', 'disconnect'] as const)(
  'after 15 minutes neither the page nor an open viewer shows documents, even without the server (%s)',
  async (end) => {
    const server = serve()
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
    await show('auditor', false)
    await user.type(await screen.findByRole('textbox', { name: '閲覧の理由' }), '定期監査')
    await user.click(screen.getByRole('button', { name: '書類を表示' }))
    await screen.findByText('書類の画像')
    await user.click(screen.getByRole('button', { name: '拡大' }))
    await screen.findByText('大きな画像')
    server[end]()
    await vi.advanceTimersByTimeAsync(16 * 60_000)
    await screen.findByText('閉じた')
    expect(screen.queryByText('書類の画像')).toBeNull()
    expect(screen.queryByText('大きな画像')).toBeNull()
  },
)
