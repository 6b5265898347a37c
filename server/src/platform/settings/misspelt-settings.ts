/**
 * The variables whose name is almost that of a setting, with that name. A misspelt setting has no effect, so that
 * another value would hold than the operator has chosen.
 */
export function findMisspelt(
  variables: readonly string[],
  settings: ReadonlySet<string>,
): { readonly name: string; readonly setting: string }[] {
  return variables
    .filter((name) => !settings.has(name))
    .flatMap((name) => {
      const setting = [...settings].find((each) => distance(name, each) <= tolerance(each))
      return setting === undefined ? [] : [{ name, setting }]
    })
}

/** Short names tolerate fewer differences, because they resemble variables of other programs. */
function tolerance({ length }: string): number {
  if (length < 6) return 0
  return length < 9 ? 1 : 2
}

/** The number of characters that must be inserted, removed or replaced (Levenshtein). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [i, character] of [...one].entries()) {
    const next = [i + 1]
    for (const [j, wanted] of [...other].entries()) {
      const replaced = (row[j] ?? 0) + (character === wanted ? 0 : 1)
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
