import { Skeleton } from '@mantine/core'
import { formatTotal } from './format.ts'

export interface QueryCountProps {
  /** A query whose data is one page of a list. */
  query: { readonly data: { total: number; exact: boolean } | undefined; readonly isError: boolean }
}

/** The total of a list, for the chip that filters it. */
export function QueryCount({ query: { data, isError } }: QueryCountProps) {
  if (data) return formatTotal(data, '')
  return isError ? '–' : <Skeleton width={20} height={12} />
}
