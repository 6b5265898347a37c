import { expect, test } from 'vitest'
import { wayBack } from './way-back.ts'

const list = { label: '出演者一覧', href: '/performers' }

test('the back link restores the list with its filter, page and visited pages', () => {
  const place = { href: '/performers?status=pending&sort=name&cursor=c2', trail: ['', 'c1'] }
  expect(wayBack(list, place)).toEqual({ ...list, href: place.href, state: { trail: ['', 'c1'] } })
  const searched = wayBack(list, { ...place, search: 'key' })
  expect(searched.state).toEqual({ search: 'key', trail: ['', 'c1'] })
})

test('without a matching list in the history state, the back link leads to the plain list', () => {
  expect(wayBack(list, undefined)).toEqual(list)
  expect(wayBack(list, { href: '/videos/1?cursor=c1', trail: [] })).toEqual(list)
  expect(wayBack(list, { href: '/performers/1', trail: [] })).toEqual(list)
})
