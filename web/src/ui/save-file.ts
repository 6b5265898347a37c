/** Downloads `blob` as `filename`. */
export function saveFile(blob: Blob, filename: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = filename
  link.click()
  // The browser has started the download when click() returns.
  setTimeout(() => URL.revokeObjectURL(url), 0)
}
