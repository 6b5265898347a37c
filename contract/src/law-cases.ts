import { consentCases } from './law-consent-cases.ts'
import { contractCases } from './law-contract-cases.ts'
import { personCases } from './law-person-cases.ts'
import type { RuleId } from './law-rules.ts'
import type { CasesOf } from './law-sample.ts'
import { titleCases } from './law-title-cases.ts'

/** What every rule permits and forbids. A rule without cases does not compile. */
export const lawCases: CasesOf<RuleId> = { ...titleCases, ...personCases, ...contractCases, ...consentCases }
