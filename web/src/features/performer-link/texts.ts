import type { LinkLanguage } from '@kyc/contract/consent.ts'
import { en } from './texts-en.ts'
import { ja, type Texts } from './texts-ja.ts'

export const texts = { ja, en } as const satisfies Record<LinkLanguage, Texts>
