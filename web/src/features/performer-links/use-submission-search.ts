import { linkLanguages } from '@kyc/contract/consent.ts'
import { useSearch } from '@tanstack/react-router'
import type { PerformerSubmissionSearch } from '../../paths.ts'

/** The query of /p, validated here: the login page loads the validation of every route. */
export function useSubmissionSearch(): PerformerSubmissionSearch {
  const { link, lang }: Record<string, unknown> = useSearch({ strict: false })
  return {
    link: typeof link === 'string' ? link : undefined,
    lang: linkLanguages.find((language) => language === lang),
  }
}
