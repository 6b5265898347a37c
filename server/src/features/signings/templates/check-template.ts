import type { PaperType } from '@kyc/contract/document-vocabulary.ts'
import { templateFaults } from '@kyc/contract/template-check.ts'
import { fieldProblem } from '../../../platform/http/requests/input.ts'
import { Problem } from '../../../platform/problem.ts'

/** Refuses a text from which no complete paper can be made, with each fault by name. */
export function refuseFaults(type: PaperType, text: string): void {
  const errors = templateFaults(type, text).map((message) => ({ field: 'text', message }))
  if (errors.length > 0) throw new Problem('INVALID_INPUT', { field: 'text', errors })
}

interface Named {
  readonly type: PaperType
  readonly name: string
}

/** Signings and pages name a template by its name only. */
export function refuseUsedName(others: readonly Named[], { type, name }: Named): void {
  if (others.some((each) => each.type === type && each.name === name))
    throw fieldProblem('name', '同じ名前のテンプレートがあります。')
}
