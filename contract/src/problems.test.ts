import { expect, it } from 'vitest'
import { endpoints } from './endpoints.ts'
import { limits, MiB } from './limits.ts'
import { type ProblemCode, problems, problemTitle } from './problems.ts'

const codes = Object.keys(problems) as ProblemCode[] // the keys of the table itself

it.each(codes)('%s has an error status and a Japanese title', (code) => {
  const { status, title } = problems[code]
  expect(status).toBeGreaterThanOrEqual(400)
  expect(status).toBeLessThan(600)
  expect(title).toMatch(/[\u3040-\u30ff\u4e00-\u9fff]/)
  expect(code).toMatch(/^[A-Z]+(?:_[A-Z]+)*$/)
})

it('a title is returned with its placeholders of spec §5 filled, and without unfilled ones', () => {
  const fill = { field: '出演同意書', types: 'PDF, JPG, PNG' }
  expect(problemTitle('FILE_TYPE_UNSUPPORTED', fill)).toBe(
    '出演同意書：サポートされていないファイル形式です（PDF, JPG, PNGのみ使用可能）',
  )
  expect(problemTitle('FILE_TOO_LARGE', fill)).toBe(
    `出演同意書：ファイルサイズが大きすぎます（${limits.fileBytes / MiB}MB以下にしてください）`,
  )
  for (const code of codes) expect(problemTitle(code)).not.toMatch(/[{}]/)
})

it('a title contains inserted values literally, never as a pattern or another placeholder', () => {
  const field = "$& $1 $' {types} {field}"
  expect(problemTitle('FILE_TOO_LARGE', { field })).toContain(`${field}：`)
})

it('endpoints declare only problems that exist, each once', () => {
  for (const { name, problems: named } of endpoints) {
    expect(new Set(named).size, name).toBe(named.length)
    expect(codes, name).toEqual(expect.arrayContaining([...named]))
  }
})
