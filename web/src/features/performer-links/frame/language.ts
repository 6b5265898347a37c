import type { LinkLanguage } from '@kyc/contract/consent.ts'
import { createContext, use } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { failureText } from '../../../api/failure-text.ts'
import { type FrameTexts, frameTexts } from './frame-texts.ts'

/** The language of a performer's page. */
export const LanguageContext = createContext<LinkLanguage>('ja')

export function useFrameTexts(): FrameTexts {
  return frameTexts[use(LanguageContext)]
}

/** The message of a failed call in the language of the page. */
export function useErrorText(): (error: unknown) => string {
  const language = use(LanguageContext)
  return (error) => errorText(language, error)
}

/** The server's messages are Japanese. In English, a failure without its own text shows its request id for support. */
export function errorText(language: LinkLanguage, error: unknown): string {
  if (language === 'ja') return failureText(error)
  const { problems, failed } = frameTexts.en
  if (!(error instanceof ApiError)) return failed
  return problems[error.code] ?? (error.requestId ? `${failed} (${error.requestId})` : failed)
}
