import type { VideoFacts } from '@kyc/contract/title-facts.ts'
import { act, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../../testing/render.tsx'
import { facts as empty } from '../../../testing/video-facts.ts'
import { Appearances } from './Appearances.tsx'
import { Particulars } from './Particulars.tsx'
import { Shootings } from './Shootings.tsx'

const shooting = (place: string) => ({
  kind: 'main',
  plannedOn: null,
  place,
  shotOn: null,
  performerIds: [],
})
const evidence = (file: string) => ({ file, bytes: 1, sha256: 'a'.repeat(64), place: '', keeper: '' })
const withParts = (parts: object) => ({ ...empty, ...parts }) as unknown as VideoFacts // the fields that the page reads

let sent: { path: string; body: unknown }[]

beforeEach(() => {
  sent = []
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    if (path.includes('/auth/')) return Response.json({ csrfToken: 'token' })
    if (method === 'GET') return Response.json([])
    sent.push({ path, body: body ? JSON.parse(String(body)) : null })
    const conflict = { code: 'CONFLICT', title: '他の操作と重なりました。' }
    return Response.json(conflict, { status: 409, headers: { 'Content-Type': 'application/problem+json' } })
  })
})
afterEach(() => vi.unstubAllGlobals())

/** Renders a part of the page, and returns what replaces its facts, as a live update does. */
async function open(first: VideoFacts, part: (facts: VideoFacts) => ReactNode) {
  let replace = (_: VideoFacts) => {}
  function Page() {
    const [facts, setFacts] = useState(first)
    replace = setFacts
    return part(facts)
  }
  await renderPage(<Page />)
  return (facts: VideoFacts) => act(() => replace(facts))
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const inDialog = () => within(screen.getByRole('dialog'))

test('a shooting that is added does not replace one that another account adds meanwhile', async () => {
  const update = await open(empty, (facts) => <Shootings videoId="v1" facts={facts} />)
  await press('撮影を追加')
  await userEvent.selectOptions(inDialog().getByRole('combobox', { name: '種別' }), 'main')
  await userEvent.type(inDialog().getByRole('textbox', { name: '場所' }), '第2スタジオ')
  update(withParts({ version: 5, shootings: [shooting('第1スタジオ')] }))
  await userEvent.click(inDialog().getByRole('button', { name: '保存' }))
  expect(sent).toMatchObject([{ body: { version: 4, shootings: [{ place: '第2スタジオ' }] } }])
  expect(await inDialog().findByText('他の操作と重なりました。')).toBeTruthy()
  expect(inDialog().getByRole<HTMLInputElement>('textbox', { name: '場所' }).value).toBe('第2スタジオ')
})

test('removes the entry that the dialog shows, or none', async () => {
  const files = ['a.mp4', 'b.mp4'].map(evidence)
  const update = await open(withParts({ evidence: files }), (facts) => (
    <Particulars videoId="v1" organisation="o1" facts={facts} />
  ))
  await press('ほかで保管する証拠1を編集')
  update(withParts({ version: 5, evidence: files.slice(1) }))
  expect(inDialog().getByRole<HTMLInputElement>('textbox', { name: 'ファイル名' }).value).toBe('a.mp4')
  await userEvent.click(inDialog().getByRole('button', { name: 'この記録を消す' }))
  expect(sent).toMatchObject([{ body: { version: 4, evidence: [{ file: 'b.mp4' }] } }])
  expect(await inDialog().findByText('他の操作と重なりました。')).toBeTruthy()
})

test('a part of an appearance is saved with the version that the dialog shows', async () => {
  const update = await open(empty, (facts) => <Appearances videoId="v1" facts={facts} publications={[]} />)
  await press('山田 花子の契約を編集')
  await userEvent.type(inDialog().getByLabelText('契約日'), '2026-04-01')
  const [first, second] = empty.appearances
  update(withParts({ appearances: [{ ...first, version: 3, contract: { signedOn: '2026-03-01' } }, second] }))
  await userEvent.click(inDialog().getByRole('button', { name: '保存' }))
  expect(sent).toMatchObject([{ body: { performers: [{ id: 'p1', version: 2 }] } }])
})
