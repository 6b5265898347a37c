import type { HiddenPart } from '@kyc/contract/masks.ts'

const parts: Readonly<Record<HiddenPart, string>> = {
  organ_donation: '臓器提供の意思の欄',
  domicile: '本籍',
  domicile_and_number: '個人番号と本籍',
}

/** Asks to hide a part; forms show it before the redaction tool is loaded. */
export function hiddenPartText(part: HiddenPart): string {
  return `${parts[part]}が写っているときは、隠してください。`
}
