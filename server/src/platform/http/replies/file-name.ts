const maximumChars = 200

/**
 * Returns a file name that is safe to store and show, without path, control characters or direction marks.
 * Undecodable bytes stay visible as U+FFFD (D9).
 */
export function cleanFilename(sent: string): string {
  const name = sent.slice(Math.max(sent.lastIndexOf('/'), sent.lastIndexOf('\\')) + 1)
  const clean = name
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\u2028\u2029\p{Bidi_Control}]/gu, '')
    .trim()
  if (/^\.*$/.test(clean)) return 'file'
  if (clean.length <= maximumChars) return clean
  // The extension shows the kind of the file.
  const extension = /\.[^.]{1,10}$/.exec(clean)?.[0] ?? ''
  return (clean.slice(0, maximumChars - extension.length) + extension).toWellFormed()
}
