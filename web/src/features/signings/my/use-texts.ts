import type { LinkLanguage } from '@kyc/contract/consent.ts'
import { use } from 'react'
import { LanguageContext } from '../../performer-links/frame/language.ts'
import { en } from './texts-en.ts'
import { ja, type Texts } from './texts-ja.ts'

const texts = { ja, en } as const satisfies Record<LinkLanguage, Texts>

export function useTexts(): Texts {
  return texts[use(LanguageContext)]
}
