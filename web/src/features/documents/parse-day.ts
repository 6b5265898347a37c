import { isDay } from '@kyc/contract/dates.ts'

/** The year before each era: 平成10年 is 1988 + 10. Documents use both the name and the letter. */
const eras: Readonly<Record<string, number>> = {
  令和: 2018,
  R: 2018,
  平成: 1988,
  H: 1988,
  昭和: 1925,
  S: 1925,
  大正: 1911,
  T: 1911,
}

/**
 * Parses a day into YYYY-MM-DD. Accepts 1998-04-02, 1998/4/2, 1998年4月2日, 19980402, 平成10年4月2日, H10.4.2 and H100402, in
 * full-width or half-width digits. Returns undefined for anything else.
 */
export function parseDay(text: string): string | undefined {
  const normalized = text.normalize('NFKC').replace(/\s/g, '')
  const parts = digitsOnly(normalized) ?? separated(normalized)
  if (!parts) return undefined
  const [year, month, day] = parts
  const iso = [String(year).padStart(4, '0'), pad(month), pad(day)].join('-')
  return isDay(iso) ? iso : undefined
}

/** Whether the typed text is a complete day, which no further digit turns into another day. */
export function isWholeDay(text: string): boolean {
  return digitsOnly(text.normalize('NFKC')) !== undefined && parseDay(text) !== undefined
}

function digitsOnly(text: string): [number, number, number] | undefined {
  const match = /^(?:(\d{4})|([RHST])(\d{2}))(\d{2})(\d{2})$/i.exec(text)
  if (!match) return undefined
  const [, year, era = '', yearOfEra, month, day] = match
  const before = year === undefined ? (eras[era.toUpperCase()] ?? 0) : 0
  return [before + Number(year ?? yearOfEra), Number(month), Number(day)]
}

function separated(text: string): [number, number, number] | undefined {
  const match = /^(令和|平成|昭和|大正|[RHST])?(\d{1,4}|元)[年/.-](\d{1,2})[月/.-](\d{1,2})日?$/i.exec(text)
  if (!match) return undefined
  const era = match[1] && eras[match[1].toUpperCase()]
  const year = match[2] === '元' ? 1 : Number(match[2])
  if (!era && (match[2] ?? '').length !== 4) return undefined
  return [(era || 0) + year, Number(match[3]), Number(match[4])]
}

function pad(part: number): string {
  return String(part).padStart(2, '0')
}
