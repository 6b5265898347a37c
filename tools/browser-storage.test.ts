import { expect, test } from 'vitest'
import { readTexts } from './prose.ts'

// /privacy names everything that the pages store in the browser (D64). A new use needs a line in this table and there.

const named = {
  'web/src/api/environment.ts': 'the token',
  'web/src/features/partners/kyc/use-auth-form.ts': 'the remembered address of a KYC session',
  'web/src/features/performers/list-columns.ts': 'the columns of the list',
  'web/src/ui/single-keys.ts': 'the setting of single keys',
  'web/src/ui/tab-memory.ts': 'search texts and reviews in progress, in the tab',
}

test('the pages store in the browser what /privacy names, and nothing else', () => {
  const storing = readTexts(['web/src'])
    .filter(({ path }) => /\.tsx?$/.test(path) && !/\.test\.|^web\/src\/testing\//.test(path))
    .filter(({ text }) =>
      /\b(localStorage|sessionStorage|useLocalStorage|indexedDB|caches)\b[.(<]/.test(text),
    )
  expect(storing.map(({ path }) => path).sort()).toEqual(Object.keys(named))
})
