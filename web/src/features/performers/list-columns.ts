import { performerFields } from '@kyc/contract/performer-fields.ts'
import type { PersonalColumn } from '@kyc/contract/performers.ts'
import { useLocalStorage } from '@mantine/hooks'

/** The columns between the name and the link, in their order. The owner is shown only in lists where it can differ. */
export const listColumns = {
  state: '状態',
  idKind: '身分証',
  externalId: performerFields.external_id.label,
  nationality: performerFields.nationality.label,
  change: '最終更新',
  created: '登録日時',
  owner: '組織・登録者',
} as const
export type ListColumn = keyof typeof listColumns

const allColumns = Object.keys(listColumns) as readonly ListColumn[] // a literal has no other keys
const usual: readonly ListColumn[] = ['state', 'idKind', 'change', 'owner']

const personal: Partial<Record<ListColumn, PersonalColumn>> = {
  idKind: 'idKind',
  externalId: 'external_id',
  nationality: 'nationality',
}

/** The personal columns among `columns`, as the call must name them (D120); undefined if there is none. */
export function personalOf(columns: readonly ListColumn[]): string | undefined {
  return columns.flatMap((column) => personal[column] ?? []).join(',') || undefined
}

/** Whether the columns need more than the width of the page, which fits the usual number of columns. */
export function isWide(columns: readonly ListColumn[]): boolean {
  return columns.length > usual.length
}

/** The chosen columns of this browser. The setting contains no data of records. */
export function useListColumns() {
  const [columns, setColumns] = useLocalStorage<readonly ListColumn[]>({
    key: 'performer-columns',
    defaultValue: usual,
    getInitialValueInEffect: false,
    deserialize: columnsOf,
  })
  return { columns, setColumns }
}

/** The stored columns, without unknown ones, in the order of the list; the usual ones if nothing valid is stored. */
export function columnsOf(stored: string | undefined): readonly ListColumn[] {
  try {
    const names: unknown = JSON.parse(stored ?? '')
    if (Array.isArray(names)) return allColumns.filter((column) => names.includes(column))
  } catch {
    // Nothing is stored, or what is stored was not written by this page.
  }
  return usual
}
