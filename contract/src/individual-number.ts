/** How the codes of a picture are read, in the browser and on the server (D114). */
export const codeReading = {
  /** The longest side of the picture that is searched: a code on a tenth of it has enough pixels for each module. */
  sidePx: 2560,
  /** The options of zxing-wasm. The back of a My Number card has a QR code, which is found in any rotation. */
  options: { formats: ['QRCode', 'MicroQRCode'], tryRotate: false, tryInvert: false, textMode: 'Plain' },
} as const

const unbroken = /(?<!\d)\d{12}(?!\d)/g
/** In groups of four as the card prints it, with one separator, unless the row of groups is longer. */
const grouped = /(?<!\d)\d{4}([\s.\p{Dash}ー])\d{4}\1\d{4}(?!\1?\d)(?<!\d\1.{14})/gsu

/**
 * Whether a text contains an individual number (個人番号): twelve digits that no further digit adjoins, also full-width or
 * in groups of four, of which the last is the right check digit.
 */
export function holdsIndividualNumber(text: string): boolean {
  const plain = text.normalize('NFKC')
  return [unbroken, grouped].some((form) =>
    [...plain.matchAll(form)].some(([found]) => isIndividualNumber(found.replace(/\D/g, ''))),
  )
}

function isIndividualNumber(digits: string): boolean {
  return digits.endsWith(String(checkDigit(digits.slice(0, 11))))
}

/** The check digit of eleven digits, which are counted from the right: article 5 of 平成26年総務省令第85号. */
export function checkDigit(eleven: string): number {
  const sum = [...eleven]
    .reverse()
    .reduce((total, digit, at) => total + Number(digit) * (at < 6 ? at + 2 : at - 4), 0)
  const remainder = sum % 11
  return remainder <= 1 ? 0 : 11 - remainder
}
