import type { LinkLanguage } from '@kyc/contract/consent.ts'
import type { LinkSession } from '@kyc/contract/performer-links.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../testing/render.tsx'
import { LanguageContext } from './frame/language.ts'
import { OpenLink } from './OpenLink.tsx'

const slot = (type: LinkSession['slots'][number]['type'], required: boolean, submitted = false) => ({
  type,
  required,
  submitted,
})
const opened: LinkSession = {
  id: 'l1',
  organisationName: '見本制作',
  language: 'ja',
  expiresAt: '2026-11-25T00:00:00.000Z',
  consent: null,
  identityStated: true,
  idKind: null,
  mayChooseIdKind: true,
  slots: [slot('agreementFile', false), slot('idFront', true), slot('idBack', false), slot('selfie', true)],
  done: false,
}
const consented: LinkSession = {
  ...opened,
  consent: { version: 'v', language: 'en', at: '2026-11-22T00:00:00.000Z' },
}

const sent: { path: string; body: unknown }[] = []
let reply: () => Response

beforeEach(() => {
  sent.length = 0
  vi.stubGlobal('isSecureContext', true)
  // The server: one reply for the call of the step.
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit) => {
    if (!path.includes('/performer-link/')) return Response.json({ csrfToken: 'token' })
    sent.push({ path, body: body ? JSON.parse(String(body)) : null })
    return reply()
  })
})
afterEach(() => vi.unstubAllGlobals())

function Shown({ session, fail }: { session: LinkSession; fail: (error: unknown) => void }) {
  const [shown, show] = useState(session)
  return <OpenLink session={shown} show={show} fail={fail} />
}

async function open(session: LinkSession, language: LinkLanguage = 'ja') {
  const fail = vi.fn<(error: unknown) => void>()
  await renderPage(
    <LanguageContext value={language}>
      <Shown session={session} fail={fail} />
    </LanguageContext>,
  )
  await screen.findByRole('heading', { level: 1 })
  return fail
}

const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))
const title = (name: string) => screen.findByRole('heading', { level: 1, name })

test('the first steps name the requester, and send the consent in the shown language only after the box is ticked', async () => {
  reply = () => Response.json(consented)
  await open(opened, 'en')
  expect(screen.getByText('見本制作 asks you to submit your identity documents.')).toBeTruthy()
  await press('Start')
  await title('Consent to the submission of identity documents')
  await press('Consent and continue')
  expect(screen.getByText('Tick the box if you consent.')).toBeTruthy()
  expect(sent).toEqual([])
  await userEvent.click(screen.getByRole('checkbox', { name: 'I have read the above and consent to it' }))
  await press('Consent and continue')
  await title('Which ID will you use?')
  expect(sent).toEqual([
    {
      path: '/api/performer-link/l1/consent',
      body: { version: expect.stringMatching(/^2026-/), language: 'en' },
    },
  ])
})

test('name and date of birth are typed after the consent, and checked before they are sent', async () => {
  reply = () => Response.json(consented)
  await open({ ...consented, identityStated: false }, 'en')
  await title('Enter your name and date of birth')
  await press('Next')
  expect(screen.getByText('Enter your full name.')).toBeTruthy()
  expect(screen.getByText('Enter your date of birth as a valid date.')).toBeTruthy()
  expect(sent).toEqual([])
  await userEvent.type(screen.getByLabelText('Full name'), ' Hanako Yamada ')
  fireEvent.change(screen.getByLabelText('Date of birth'), { target: { value: '1990-01-02' } })
  await press('Next')
  await title('Which ID will you use?')
  expect(sent).toEqual([
    {
      path: '/api/performer-link/l1/identity',
      body: { name: 'Hanako Yamada', dateOfBirth: '1990-01-02' },
    },
  ])
})

test('name and date of birth can be entered again until the submission is finished', async () => {
  await open({ ...consented, idKind: 'passport' })
  await title('書類を提出してください')
  await press('入力し直す')
  await title('氏名と生年月日を入力してください')
  await press('戻る')
  await title('書類を提出してください')
})

test('the documents follow from the kind of ID, the next one is offered first, and the kind can be changed', async () => {
  reply = () => Response.json({ ...consented, idKind: 'passport' })
  await open(consented)
  await press('次へ')
  expect(screen.getByText('身分証の種類を選択してください。')).toBeTruthy()
  await userEvent.click(screen.getByRole('radio', { name: /^パスポート/ }))
  await press('次へ')
  await title('書類を提出してください')
  expect(sent.map(({ body }) => body)).toEqual([{ idKind: 'passport' }])
  expect(screen.queryByText('身分証明書裏面'), 'a passport has no back to submit').toBeNull()
  const filled = screen.getAllByRole('button').filter((each) => each.dataset.variant === 'filled')
  expect(filled.map((each) => each.getAttribute('aria-label'))).toEqual(['身分証明書表面を提出する'])
  await press('変更')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /^パスポート/ }).checked).toBe(true)
})

test('a reload continues where the performer stopped, and only complete submissions can be finished', async () => {
  const { slots } = opened
  const filled = slots.map((each) => ({ ...each, submitted: each.required }))
  const session = { ...consented, idKind: 'passport' } as const
  await open(session)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '提出を完了する' }).disabled).toBe(true)
  document.body.innerHTML = ''
  reply = () => Response.json({ ...session, slots: filled, done: true })
  await open({ ...session, slots: filled })
  await press('提出を完了する')
  await title('提出が完了しました')
  expect(sent.map(({ path }) => path)).toEqual(['/api/performer-link/l1/done'])
})

test('on an English page, the failure of a link that has ended is shown in English and passed to the page', async () => {
  const problem = { code: 'PERFORMER_LINK_ENDED', title: 'このリンクは使えません。', status: 404 }
  reply = () =>
    Response.json(problem, { status: 404, headers: { 'content-type': 'application/problem+json' } })
  const fail = await open(
    { ...consented, idKind: 'passport', mayChooseIdKind: false, slots: [slot('selfie', true, true)] },
    'en',
  )
  await press('Finish')
  await waitFor(() => expect(fail).toHaveBeenCalledOnce())
  expect(fail.mock.calls[0]?.[0]).toMatchObject({ code: 'PERFORMER_LINK_ENDED' })
  expect((await screen.findByRole('alert')).textContent).not.toMatch(/[ぁ-ん]/)
})

test.each([
  [
    'the camera is not permitted',
    new DOMException('no', 'NotAllowedError'),
    /カメラの使用が許可されていません/,
  ],
  ['there is no camera', new DOMException('no', 'NotFoundError'), /カメラを使えません/],
])(
  'a picture can be chosen if %s, and the heading takes the focus of the removed button',
  async (_, refusal, text) => {
    Object.assign(navigator, { mediaDevices: { getUserMedia: () => Promise.reject(refusal) } })
    await open({ ...consented, idKind: 'passport' })
    await press('身分証明書表面を提出する')
    await press('カメラで撮影')
    expect((await screen.findByText(text)).textContent).toContain('写真を選ぶ')
    expect(screen.getByLabelText(/^写真を選ぶ/)).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
  },
)
