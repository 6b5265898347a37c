/** A row of the first sheet with its number in the file; empty rows are left out. */
export interface SheetRow {
  readonly number: number
  readonly cells: readonly string[]
}

/** Why a file cannot be imported, as text for the page. */
export class SheetFault extends Error {
  override readonly name = 'SheetFault'
}
