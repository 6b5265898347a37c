import { expect, test } from 'vitest'
import { demoPeople } from './people.ts'
import { demoStories } from './stories.ts'

test('every performer has one story', () => {
  expect(demoStories.map(({ person }) => person).sort()).toEqual(demoPeople.map(({ key }) => key).sort())
})
