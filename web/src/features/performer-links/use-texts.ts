import type { LinkLanguage } from '@kyc/contract/consent.ts'
import { createContext, use } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { failureText } from '../../api/failure-text.ts'
import { en } from './texts-en.ts'
import { ja, type Texts } from './texts-ja.ts'

const texts = { ja, en } as const satisfies Record<LinkLanguage, Texts>

/** The language of the performer's page. */
export const LanguageContext = createContext<LinkLanguage>('ja')

export function useTexts(): Texts {
  return texts[use(LanguageContext)]
}

/** The message of a failed call in the language of the page. */
export function useErrorText(): (error: unknown) => string {
  const language = use(LanguageContext)
  return (error) => errorText(language, error)
}

/** The server's messages are Japanese. In English, a failure without a text of its own names its request for support. */
export function errorText(language: LinkLanguage, error: unknown): string {
  if (language === 'ja') return failureText(error)
  if (!(error instanceof ApiError)) return texts.en.failed
  const { problems, failed } = texts.en
  return problems[error.code] ?? (error.requestId ? `${failed} (${error.requestId})` : failed)
}
