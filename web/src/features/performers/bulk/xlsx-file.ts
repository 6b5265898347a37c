import type { writeXlsx } from 'hucre/xlsx'

/** A workbook as a file. The library that writes it is loaded by the first call. */
export async function xlsxFile(sheets: Parameters<typeof writeXlsx>[0]['sheets']): Promise<Blob> {
  const { writeXlsx } = await import('hucre/xlsx')
  const bytes = await writeXlsx({ sheets })
  // A copy in a buffer of its own, which a Blob requires.
  return new Blob([new Uint8Array(bytes)], {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  })
}
