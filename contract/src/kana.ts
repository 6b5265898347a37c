/**
 * Whether a text has only hiragana, katakana of either width, the long mark, middle dots and spaces. An empty text does.
 */
export function isKana(text: string): boolean {
  return /^[ぁ-ゖゝゞァ-ヺヽヾー・\s]*$/.test(text.normalize('NFKC'))
}

/** The message about a text that `isKana` refuses. */
export function kanaFault(label: string): string {
  return `${label}はひらがなまたはカタカナで入力してください。`
}
