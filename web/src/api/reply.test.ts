import { expect, test } from 'vitest'
import { filenameOf, nextCursor } from './reply.ts'

test('the extended (Japanese) file name is preferred over the plain one', () => {
  const header = `attachment; filename="file.jpg"; filename*=UTF-8''%E5%87%BA%E6%BC%94%E5%90%8C%E6%84%8F%E6%9B%B8.jpg`
  expect(filenameOf(header)).toBe('出演同意書.jpg')
  expect(filenameOf('attachment; filename="a \\"b\\".jpg"')).toBe('a "b".jpg')
  expect(filenameOf('attachment; filename=plain.png')).toBe('plain.png')
  expect(filenameOf(`attachment; filename="safe.jpg"; filename*=UTF-8''%E5%8`)).toBe('safe.jpg')
  expect(filenameOf('inline')).toBeNull()
  expect(filenameOf(null)).toBeNull()
})

test('the next cursor is read from the link with rel="next"', () => {
  expect(nextCursor('</a?cursor=1>; rel="prev", </a?cursor=2>; rel="next"')).toBe('2')
  expect(nextCursor('</a?cursor=1>; rel="prev"')).toBeNull()
  expect(nextCursor(null)).toBeNull()
})
