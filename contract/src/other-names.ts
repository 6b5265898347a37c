import { z } from 'zod'
import { day, filled } from './fields.ts'
import { limits } from './limits.ts'

// Stage names and former names of a performer (D98). The name on the ID has fields of its own.

export const otherNameKinds = ['stage', 'former'] as const
export type OtherNameKind = (typeof otherNameKinds)[number]

export const otherNameKindLabels = {
  stage: '芸名',
  former: '旧名',
} as const satisfies Record<OtherNameKind, string>

/** Days are days in Japan, both included; null without a beginning or an end. */
export const otherNameSchema = z.strictObject({
  kind: z.enum(otherNameKinds),
  name: z.string(),
  from: z.string().nullable(),
  until: z.string().nullable(),
})
export type OtherName = z.infer<typeof otherNameSchema>

const absent = (value: unknown) => (value === '' || value === undefined ? null : value)
const input = z
  .strictObject({
    kind: z.enum(otherNameKinds, { error: '芸名か旧名を選択してください。' }),
    name: filled('名前', limits.nameChars),
    from: z.preprocess(absent, day('使い始めた日').nullable()),
    until: z.preprocess(absent, day('使い終えた日').nullable()),
  })
  .check(
    z.refine(({ from, until }) => !from || !until || until >= from, {
      error: '使い終えた日は、使い始めた日以降にしてください。',
    }),
    z.refine((other) => sameText(readOne(otherNameText(other)), other), {
      error: '名前に「｜」「;」や、日付のかっこは使用できません。',
    }),
  )

/** The valid names of a list, and its faults in sentences that name their line: also repetitions and too many names. */
function faultsOf(items: readonly unknown[]): { names: OtherName[]; faults: string[] } {
  const lines = items.slice(0, limits.otherNames).map((item) => input.safeParse(item))
  const names = lines.map(({ data }) => data)
  const faults = lines.flatMap(({ error }, index) => [
    ...(error?.issues ?? []).map(({ message }) => [index, japanese(message)] as const),
    ...repeated(names, index),
  ])
  const tooMany = items.length > limits.otherNames
  return {
    names: names.filter((name) => name !== undefined),
    faults: [
      ...faults.map(([index, message]) => `別名 ${index + 1}：${message}`),
      ...(tooMany ? [`別名 ${limits.otherNames + 1}：別名は${limits.otherNames}件までです。`] : []),
    ],
  }
}

function japanese(message: string): string {
  return /[\u3040-\u30ff\u4e00-\u9fff]/.test(message) ? message : '入力内容を確認してください。'
}

/** The same name of the same kind at the same time is a repetition. */
function repeated(names: readonly (OtherName | undefined)[], index: number): (readonly [number, string])[] {
  const name = names[index]
  const earlier = names
    .slice(0, index)
    .findIndex((each) => name && each?.kind === name.kind && each.name === name.name && overlap(each, name))
  return earlier === -1 ? [] : [[index, `別名 ${earlier + 1}と重複しています。`]]
}

function overlap(one: OtherName, other: OtherName): boolean {
  const [first, last] = ['', '9999-99-99']
  return (one.from ?? first) <= (other.until ?? last) && (other.from ?? first) <= (one.until ?? last)
}

/**
 * The other names of a request; an empty list becomes null. A form with files sends them as JSON, and the cell of a
 * sheet has the text of `otherNamesText`. All faults are one message, whose sentences name their lines.
 */
export const otherNamesInput = z
  .unknown()
  .meta({
    description:
      'A list of {kind, name, from, until}, the same as JSON, or 芸名：名前（日付～日付）｜旧名：名前',
  })
  .transform((value, context): OtherName[] | null => {
    const items = typeof value === 'string' ? readText(value) : (value ?? [])
    if (!Array.isArray(items)) {
      context.addIssue({ code: 'custom', message: '別名を一覧で指定してください。' })
      return z.NEVER
    }
    const { names, faults } = faultsOf(items)
    if (faults.length > 0) context.addIssue({ code: 'custom', message: faults.join('') })
    return names.length > 0 ? names : null
  })

/** One name as a text: 芸名：さくら（2020-04-01～2024-03-31）. */
export function otherNameText({ kind, name, from, until }: OtherName): string {
  return `${otherNameKindLabels[kind]}：${name}${from || until ? `（${from ?? ''}～${until ?? ''}）` : ''}`
}

/** All names in the cell of a sheet, from which an import reads them. */
export function otherNamesText(names: readonly OtherName[] | null): string {
  return (names ?? []).map(otherNameText).join('｜')
}

function readText(text: string): unknown {
  if (!text.trimStart().startsWith('[')) {
    const parts = text.split(separators).filter((part) => part.trim() !== '')
    return parts.map(readOne)
  }
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const separators = /[｜|;；]/
const period = /[（(]\s*(\d{4}-\d\d-\d\d)?\s*[～〜~]\s*(\d{4}-\d\d-\d\d)?\s*[)）]$/

/** A name without its kind is a stage name. */
function readOne(text: string): OtherName {
  const [, before = '', rest = ''] = /^\s*(?:(芸名|旧名)\s*[：:])?(.*)$/s.exec(text) ?? []
  const trimmed = rest.trim()
  const [, from = null, until = null] = period.exec(trimmed) ?? []
  return {
    kind: before === otherNameKindLabels.former ? 'former' : 'stage',
    name: trimmed.replace(period, '').trim(),
    from: from ?? null,
    until: until ?? null,
  }
}

function sameText(one: OtherName, other: OtherName): boolean {
  return (
    !separators.test(other.name) && otherNameText(one) === otherNameText(other) && one.name === other.name
  )
}
