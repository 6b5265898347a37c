import { analyticsPages } from '@kyc/contract/analytics.ts'
import { createMemoryHistory } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { pagePattern } from './api/analytics.ts'
import { paths, publicPages } from './paths.ts'
import { createAppRouter } from './routes.tsx'

test('analytics accepts the path pattern of every page (D44)', () => {
  const pages = Object.keys(createAppRouter(createMemoryHistory()).routesByPath)
  expect(pages.length).toBeGreaterThan(20)
  expect(pages.filter((page) => !analyticsPages.includes(pagePattern(page)))).toEqual([])
})

test('every address of paths.ts opens a page, with the id in its place', () => {
  const router = createAppRouter(createMemoryHistory())
  const { firebaseSso: _server, ...pages } = paths
  const id = 'a b/c'
  // The builders without an id ignore it or build a query from it.
  const addresses = Object.values(pages).map((build) => (build as (id: unknown) => string)(id))
  for (const address of [...addresses, ...publicPages.map(({ href }) => href)]) {
    const { pathname } = new URL(address, 'https://example.com')
    const [, params, page] = router.getMatchedRoutes(pathname)
    expect(page, address).toBeDefined()
    if (page?.fullPath.includes('$id')) expect(params.id).toBe(id)
  }
})

test('the selected organisation stays in the links until it is removed (D67)', async () => {
  const initialEntries = ['/videos?organisation=o1&cursor=c']
  const router = createAppRouter(createMemoryHistory({ initialEntries }))
  await router.load()
  expect(router.buildLocation({ to: '/performers' }).href).toBe('/performers?organisation=o1')
  expect(router.buildLocation({ to: '/performers/$id', params: { id: 'p' } }).href).toBe(
    '/performers/p?organisation=o1',
  )
  expect(router.buildLocation({ to: '/videos', search: { organisation: undefined } }).href).toBe('/videos')
  // On the way through the public pages as well.
  await router.navigate({ to: '/privacy' })
  expect(router.state.location.href).toBe('/privacy?organisation=o1')
  expect(router.buildLocation({ to: '/contact' }).href).toBe('/contact?organisation=o1')
  expect(router.buildLocation({ to: '/performers' }).href).toBe('/performers?organisation=o1')
})
