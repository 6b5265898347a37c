/** What a cell can hold (ECMA-376); the rest of a longer text is left out, and says so. */
const cellChars = 32_767

/** The text of a cell as XML. Most texts need no second look, and finding that out costs little. */
export function textXml(text: string): string {
  if (text.length <= cellChars && !doubtful.test(text)) return `<t>${text}</t>`
  const short = text.length > cellChars ? `${text.slice(0, cellChars - 1)}…` : text
  return `<t xml:space="preserve">${escapeXml(readable(short))}</t>`
}

/** What XML can't hold or reads otherwise, what spreadsheets would decode, and blanks that readers would cut off. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are among what is looked for
const doubtful = /[&<>\u0000-\u001f\ud800-\udfff\ufffe\uffff]|_x|^\s|\s$/

/** A carriage return is written as a reference: readers of XML make a line break of a plain one. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"\r]/g, (character) => `&#${character.charCodeAt(0)};`)
}

/**
 * A text without what XML can't hold, and with `_x0041_` written so that it stays these seven characters: spreadsheets
 * would read it as an A, or as the = of a formula.
 */
function readable(text: string): string {
  return text
    .toWellFormed()
    .replace(/_x(?=[0-9A-Fa-f]{4}_)/g, '_x005F_x')
    .replace(unfit, '\ufffd')
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const unfit = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
