import { expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { liveChangesOf } from './live-changes.ts'

const id = newId()

function kindsOf(rid: string) {
  const changes = liveChangesOf({ action: 'reject', rtype: 'document', rid, subject: id, owner: null })
  return changes.map(({ change }) => `${change.kind} ${change.id}`)
}

test('a decision on a document updates the record and the desk', () => {
  expect(kindsOf(`${id}/idFront`)).toEqual([`document ${id}`, `review ${id}`])
})

test.each(['contract', 'explanationSheet'])(
  'a decision on a paper (%s) updates the pages that list papers',
  (type) => {
    expect(kindsOf(`${id}/${type}`)).toEqual([`performer ${id}`])
  },
)
