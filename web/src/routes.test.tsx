import { analyticsPages } from '@kyc/contract/analytics.ts'
import { expect, test } from 'vitest'
import { pagePattern } from './api/analytics.ts'
import { createAppRouter } from './routes.tsx'

test('analytics accepts the path pattern of every page (D44)', () => {
  const pages = Object.keys(createAppRouter().routesByPath)
  expect(pages.length).toBeGreaterThan(20)
  expect(pages.filter((page) => !analyticsPages.includes(pagePattern(page)))).toEqual([])
})
