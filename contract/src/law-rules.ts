import { appearanceRules } from './law-appearance-rules.ts'
import type { RuleOf } from './law-rule.ts'
import { titleRules } from './law-title-rules.ts'

// The rulebook (D105): the tables of the rules of a video and of its appearances.

/**
 * The version of the rules: the day of their last change, with a number from the second change of that day on. It is
 * stored with every answer, so that an answer can be explained later. Change it with any change of a rule's function,
 * text or class; `law-version.test.ts` fails otherwise.
 */
export const rulesVersion = '2026-11-29'

export type RuleId = keyof typeof titleRules | keyof typeof appearanceRules
export const rules: Record<RuleId, Omit<RuleOf<unknown>, 'check'>> = { ...titleRules, ...appearanceRules }
export const ruleIds = Object.keys(rules) as RuleId[] // the keys of the tables
