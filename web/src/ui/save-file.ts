/** Has the browser save `blob` under `filename`. */
export function saveFile(blob: Blob, filename: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = filename
  link.click()
  // The browser has taken hold of the bytes once the click is through.
  setTimeout(() => URL.revokeObjectURL(url), 0)
}
