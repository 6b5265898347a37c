/** A carriage return is written as a reference: readers of XML make a line break of a plain one. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"\r]/g, (character) => `&#${character.charCodeAt(0)};`)
}

/**
 * A text without what XML can't hold, and with `_x0041_` written so that it stays these seven characters: spreadsheets
 * would read it as an A, or as the = of a formula.
 */
export function readable(text: string): string {
  return text
    .toWellFormed()
    .replace(/_x(?=[0-9A-Fa-f]{4}_)/g, '_x005F_x')
    .replace(unfit, '\ufffd')
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const unfit = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
