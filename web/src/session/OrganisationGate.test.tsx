import type { OwnOrganisation } from '@kyc/contract/organisations.ts'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { asMember, company, personal } from '../testing/members.ts'
import { history, renderPage } from '../testing/render.tsx'
import { GuardedButton } from '../ui/GuardedButton.tsx'
import { ofOrganisation } from './OrganisationGate.tsx'
import { useFollowOrganisation } from './use-follow-organisation.ts'
import { useListTitle, useNamedOwner, useRegisterRefusal } from './use-organisations.ts'

afterEach(() => history.replace('/'))

const List = ofOrganisation(() => {
  const refusal = useRegisterRefusal()
  const owner = useNamedOwner()
  return (
    <>
      <h1>{useListTitle({ all: 'すべての出演者', own: '自分の出演者', what: '出演者' })}</h1>
      <p>{owner === 'person' ? '登録者' : owner}</p>
      <GuardedButton refusal={refusal}>出演者を登録</GuardedButton>
    </>
  )
})

async function show(organisations: readonly OwnOrganisation[], selected?: string, role?: 'admin') {
  history.replace(selected ? `/?organisation=${selected}` : '/')
  await renderPage(<List />, asMember(organisations, role && { role }))
}

const register = () => screen.getByRole<HTMLButtonElement>('button', { name: '出演者を登録' })

test('without an organisation in the URL the first is selected; lists of a company name it and the registrars', async () => {
  await show([company, personal])
  screen.getByRole('heading', { name: '東都映像の出演者' })
  screen.getByText('登録者')
  expect(register().disabled).toBe(false)
})

test('the URL selects the organisation; lists of a personal one name no registrars', async () => {
  await show([company, personal], personal.id)
  screen.getByRole('heading', { name: '自分の出演者' })
  expect(screen.queryByText('登録者')).toBeNull()
})

test('the role 閲覧 in the selected organisation disables the registration and states the reason', async () => {
  await show([{ ...company, role: 'viewer' }, personal])
  expect(register().disabled).toBe(true)
  screen.getByText(/^閲覧の役割では/)
})

test('members of a disabled organisation see the reason and switch to another', async () => {
  await show([personal, { ...company, disabledReason: '契約終了' }], company.id)
  await screen.findByText('理由：契約終了')
  expect(screen.queryByRole('button', { name: '出演者を登録' })).toBeNull()
  const link = screen.getByRole('link', { name: '制作 花子（個人）に切り替える' })
  expect(link.getAttribute('href')).toBe('/?organisation=u1')
})

test('an organisation that the account has left is not found', async () => {
  await show([personal], company.id)
  await screen.findByRole('heading', { name: '組織が見つかりません' })
})

test('admins see the lists of an organisation without being members, and register nothing in it', async () => {
  await show([personal], company.id, 'admin')
  screen.getByRole('heading', { name: 'すべての出演者' })
  expect(register().disabled).toBe(true)
  screen.getByText('この組織のメンバーではないため、登録や変更はできません。')
})

function RecordOf({ organisation }: { organisation: string }) {
  useFollowOrganisation(organisation)
  return null
}

test('the page of a record selects its organisation', async () => {
  await renderPage(<RecordOf organisation={personal.id} />, asMember([company, personal]))
  await waitFor(() => expect(history.location.href).toBe('/?organisation=u1'))
})

test('the page of a record keeps the filter of admins', async () => {
  await renderPage(<RecordOf organisation={personal.id} />, asMember([company, personal], { role: 'admin' }))
  expect(history.location.href).toBe('/')
})
