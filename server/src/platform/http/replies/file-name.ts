const maximumChars = 200

/**
 * A file name fit to be stored and shown: the path is cut off, control and direction characters are gone, and
 * what could not be decoded stays visible as U+FFFD (D9).
 */
export function cleanFilename(sent: string): string {
  const name = sent.slice(Math.max(sent.lastIndexOf('/'), sent.lastIndexOf('\\')) + 1)
  const clean = name
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')
    .trim()
  if (/^\.*$/.test(clean)) return 'file'
  if (clean.length <= maximumChars) return clean
  // The extension is what tells people the kind of the file.
  const extension = /\.[^.]{1,10}$/.exec(clean)?.[0] ?? ''
  return (clean.slice(0, maximumChars - extension.length) + extension).toWellFormed()
}
