import { appearanceColumns, factColumns, shootingColumns, titleColumns } from '@kyc/contract/fact-columns.ts'
import type { CheckedFacts, FactCells } from '@kyc/contract/fact-imports.ts'
import { appearanceInput, titleFactsInput } from '@kyc/contract/title-facts-input.ts'
import type { Db } from '../../../../platform/db/database.ts'
import { parseInput } from '../../../../platform/http/requests/input.ts'
import type { Actor } from '../../../access/actor.ts'
import type { FactsRow } from '../facts-repository.ts'
import { type AppearanceChange, appearanceChange } from '../save-appearances.ts'
import { type TitleChange, titleChange } from '../save-title.ts'
import { appearanceOf, titleOf } from '../title-facts.ts'
import { factTexts, type LineFacts } from './fact-texts.ts'
import { type LineError, orErrors } from './line-errors.ts'
import { partsInput, titleInput } from './read-cells.ts'

export interface SentLine {
  readonly cells: FactCells
  /** Absent in a dry run. */
  readonly seen?: NonNullable<CheckedFacts['seen']>
}

/** The lines of one video, in their order, and what the ones without an error change. */
export interface CheckedVideo {
  readonly lines: readonly CheckedFacts[]
  readonly title: TitleChange | undefined
  readonly appearances: readonly AppearanceChange[]
}

/** Checks the lines of a video by the rules of entering facts by hand. A line with an error changes nothing. */
export async function checkVideo(
  db: Db,
  actor: Actor,
  row: FactsRow,
  sent: readonly SentLine[],
): Promise<CheckedVideo> {
  const found = sent.map((line) => ({ ...line, ...findPerformer(row, line.cells) }))
  const lines: CheckedFacts[] = []
  const appearances: AppearanceChange[] = []
  const stored = titleOf(row.facts)
  let title = stored
  let reason: string | null = null
  for (const [index, line] of found.entries()) {
    const errors = [...line.errors, ...disagreements(found, index)]
    const facts = factsOf(row, title, line.performerId)
    const own = await titleOfLine(db, row, facts, line, errors)
    const appearance = await appearanceOfLine(actor, row, facts, line, errors)
    const isGood = errors.length === 0
    const after: LineFacts = {
      ...facts,
      title: own?.facts ?? title,
      appearance: appearance?.facts ?? facts.appearance,
    }
    const changes = isGood ? changesOf(factTexts(facts), factTexts(after)) : []
    lines.push({
      state: isGood ? (own || appearance ? 'changed' : 'same') : 'invalid',
      errors,
      changes,
      ...named(row, line.performerId),
    })
    if (!isGood) continue
    title = after.title
    reason = own?.reason ?? reason
    if (appearance) appearances.push(appearance)
  }
  const input = title === stored ? undefined : titleFactsInput.parse({ ...title, reopenReason: reason })
  const change = input && (await titleChange(db, row, { input, version: row.facts_version }))
  return { lines, title: change, appearances }
}

interface FoundLine extends SentLine {
  readonly performerId: string | null
  readonly errors: readonly LineError[]
}

/** The performer of a line; null for the video itself. */
function findPerformer({ appearances }: FactsRow, cells: FactCells): Omit<FoundLine, 'cells'> {
  const [id, externalId] = [cells['performer.id'], cells['performer.externalId']]
  const cast = appearances.filter(({ name }) => name !== null)
  if (!id && !externalId) {
    const path = appearanceColumns.find((column) => cells[column.path])?.path
    const message = '出演者IDまたは出演者の外部IDを入力してください。'
    return { performerId: null, errors: path ? [{ path: 'performer.id', message }] : [] }
  }
  const byId = id ? cast.filter((each) => each.performerId === id) : cast
  const both = externalId ? byId.filter((each) => each.externalId === externalId) : byId
  if (both[0] && both.length === 1) return { performerId: both[0].performerId, errors: [] }
  const path = id && byId.length === 0 ? 'performer.id' : externalId ? 'performer.externalId' : 'performer.id'
  const message = 'この動画の出演者に見つかりません。先に動画に追加してください。'
  return { performerId: null, errors: [{ path, message }] }
}

/** Lines of one video name each performer once, and agree on the facts of the video. */
function disagreements(lines: readonly FoundLine[], index: number): LineError[] {
  const line = lines[index]
  const others = lines.filter((_, other) => other !== index)
  if (!line) return []
  const isRepeated =
    line.errors.length === 0 &&
    others.some(({ performerId, errors }) => errors.length === 0 && performerId === line.performerId)
  const repeated = isRepeated ? [{ path: null, message: '同じ動画と出演者の行がほかにもあります。' }] : []
  const different = titleColumns.flatMap(({ path }) => {
    const text = line.cells[path]
    return text && others.some(({ cells }) => cells[path] && cells[path] !== text)
      ? [{ path, message: '同じ動画のほかの行と値が違います。' }]
      : []
  })
  return [...repeated, ...different]
}

function factsOf(row: FactsRow, title: LineFacts['title'], performerId: string | null): LineFacts {
  const cast = row.appearances.filter(({ name }) => name !== null)
  const own = cast.find((each) => each.performerId === performerId)
  return { title, performerId, appearance: own ? appearanceOf(own.facts) : null, cast }
}

async function titleOfLine(
  db: Db,
  row: FactsRow,
  facts: LineFacts,
  { cells, seen }: SentLine,
  errors: LineError[],
): Promise<TitleChange | undefined> {
  if (![...titleColumns, ...shootingColumns].some(({ path }) => cells[path])) return undefined
  const input = titleInput(facts, cells, errors)
  return orErrors(errors, { input, cells }, () =>
    titleChange(
      db,
      { ...row, facts: facts.title },
      { input: parseInput(titleFactsInput, input), version: seen?.title ?? row.facts_version },
    ),
  )
}

async function appearanceOfLine(
  actor: Actor,
  row: FactsRow,
  facts: LineFacts,
  { cells, seen }: SentLine,
  errors: LineError[],
): Promise<AppearanceChange | undefined> {
  const { performerId: id } = facts
  if (id === null) return undefined
  const input = partsInput(facts, cells, errors)
  // A performer that the dry run has not seen has a version that no row has.
  const version = seen ? (seen.appearance ?? 0) : versionOf(row, id)
  return orErrors(errors, { input, cells }, () =>
    appearanceChange(row, { actor, performer: { id, version }, input: parseInput(appearanceInput, input) }),
  )
}

function versionOf({ appearances }: FactsRow, id: string): number {
  return appearances.find(({ performerId }) => performerId === id)?.version ?? 0
}

/** The names of a line, and the versions of its facts. */
function named(row: FactsRow, id: string | null): Pick<CheckedFacts, 'video' | 'performer' | 'seen'> {
  const found = row.appearances.find(({ performerId }) => performerId === id)
  return {
    video: { id: row.id, name: row.title },
    performer: found ? { id: found.performerId, name: found.name ?? '' } : null,
    seen: { title: row.facts_version, appearance: found?.version ?? null },
  }
}

function changesOf(before: FactCells, after: FactCells): CheckedFacts['changes'] {
  return factColumns.flatMap(({ path }) => {
    const [was = '', is = ''] = [before[path], after[path]]
    return was === is ? [] : [{ path, before: was, after: is }]
  })
}
