import { expect, it } from 'vitest'
import { findBannedWords, languageScope } from './language.ts'
import { readTexts } from './prose.ts'

// This file contains banned words on purpose.
const self = 'tools/language.test.ts'

it('comments, test titles and pages contain no word that CONTRIBUTING.md bans', () => {
  const sources = readTexts(languageScope).filter(({ path }) => path !== self)
  expect(findBannedWords(sources)).toEqual([])
})

it.each([
  ['a comment', 'a.ts', '// Nobody may read it.\nconst x = 1'],
  ['a docstring', 'a.ts', '/**\n * Locks out whoever guesses.\n */'],
  ['a comment after code', 'a.ts', 'run() // told by the server'],
  ['a test title', 'a.test.ts', "it('tells the owner', run)"],
  ['a migration', 'a.sql', '-- The heart of it.'],
  ['a page', 'a.md', 'The map stands beside it.'],
])('a banned word is found in %s', (_, path, text) => {
  expect(findBannedWords([{ path, text }])).toHaveLength(1)
})

it.each([
  ['code', 'a.ts', "const beside = 'told' // renews the heartbeat"],
  ['quoted terms of a page', 'a.md', 'Write `reject`, not `told`.'],
  ['parts of words', 'a.md', 'The heartbeat of an overlooked retelling.'],
])('a banned word is ignored in %s', (_, path, text) => {
  expect(findBannedWords([{ path, text }])).toEqual([])
})
