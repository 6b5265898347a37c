import { linkLanguages } from '@kyc/contract/consent.ts'
import { useSearch } from '@tanstack/react-router'
import type { PerformerPageSearch } from '../../../paths.ts'

/** The query of a performer's page. Validated here: the login page loads what validates the query of every route. */
export function useLinkSearch(): PerformerPageSearch {
  const { link, lang, signing }: Record<string, unknown> = useSearch({ strict: false })
  return {
    link: typeof link === 'string' ? link : undefined,
    lang: linkLanguages.find((language) => language === lang),
    ...(typeof signing === 'string' && { signing }),
  }
}
