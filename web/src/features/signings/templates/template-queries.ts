import { type ContractTemplate, listTemplates } from '@kyc/contract/contract-templates.ts'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { callQuery, queryKey } from '../../../api/queries.ts'
import { useOrganisationId, useOwnOrganisations } from '../../../session/use-organisations.ts'

/** The organisation of the page: that of the URL, or the default of the account. */
export function useTemplateOwner(): string | undefined {
  const own = useOwnOrganisations()
  return useOrganisationId() ?? own.data?.[0]?.id
}

/** The templates of the organisation and the neutral ones. */
export function useTemplates(organisation: string | undefined) {
  return useQuery({
    ...callQuery(listTemplates, { query: { organisation } }),
    enabled: organisation !== undefined,
  })
}

export async function refreshTemplates(queries: QueryClient): Promise<void> {
  await queries.invalidateQueries({ queryKey: queryKey('contractTemplates') })
}

export const languageNames = { ja: '日本語', en: '英語' } as const satisfies Record<
  ContractTemplate['language'],
  string
>

/** Shown with every neutral template. */
export const notAdvice = '（法的助言ではありません）'
