import { createHash, type Hash } from 'node:crypto'
import { expect, it } from 'vitest'
import { addDays } from './dates.ts'
import { answerOn } from './law-gate.ts'
import { type Pick, randomTitle } from './law-random.ts'
import { rules, rulesVersion } from './law-rules.ts'

// Stored answers are explained by the version of the rules (D106), so the same facts, day and version have the same
// answer for ever.

/** The hash of the facts that are examined. It changes with `law-random.ts` only. */
const examined = 'e1da7af2d9b9da33'

/** The hash of the answers by each version of the rules. Add a line for a new version; never change a released one. */
const answers: Readonly<Record<string, string>> = {
  '2026-11-27': 'd1ce874a4027e4d2',
  '2026-11-28': '72a218dbda2eb350',
  '2026-11-28-2': '9d367e0e5ef0d0d0',
  // The random facts contain no consent that this version no longer counts.
  '2026-11-29': '9d367e0e5ef0d0d0',
}

const pick = numbers()
const titles = Array.from({ length: 100 }, () => randomTitle(pick))

it('the random facts of this test are the same as before', () => {
  const message =
    'The random facts have changed. Replace this hash and that of the newest version, and change no rule with it.'
  expect(shortOf(createHash('sha256').update(JSON.stringify(titles))), message).toBe(examined)
})

it('no rule has changed without a change of rulesVersion', () => {
  const hash = createHash('sha256').update(JSON.stringify(rules))
  for (const { facts, channel, from } of titles)
    for (let days = 0; days < 600; days++) {
      const { blockers, overridden, under20 } = answerOn(facts, channel, addDays(from, days))
      hash.update(JSON.stringify([blockers, overridden, under20]))
    }
  const message =
    'A rule has changed. Set rulesVersion to the day of the change, and add a line with this hash for it.'
  expect(shortOf(hash), message).toBe(answers[rulesVersion])
  expect(Object.keys(answers).at(-1), 'The newest version is the last line.').toBe(rulesVersion)
})

function shortOf(hash: Hash): string {
  return hash.digest('hex').slice(0, 16)
}

/** Generates the same numbers in every run (mulberry32), which no update of a library changes. */
function numbers(): Pick {
  let state = 1
  return (options) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % options
  }
}
