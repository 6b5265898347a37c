import { isDay } from '@kyc/contract/dates.ts'

/** The first year of each era, less one: 平成10年 is 1988 + 10. Both ways of writing them stand on documents. */
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
 * The day (YYYY-MM-DD) that `text` means, in any way that people type or read one: 1998-04-02, 1998/4/2,
 * 1998年4月2日, 19980402, 平成10年4月2日, H10.4.2; digits of either width. Undefined where it is no day.
 */
export function parseDay(text: string): string | undefined {
  const plain = text.normalize('NFKC').replace(/\s/g, '')
  const parts = digitsOnly(plain) ?? separated(plain)
  if (!parts) return undefined
  const [year, month, day] = parts
  const iso = [String(year).padStart(4, '0'), pad(month), pad(day)].join('-')
  return isDay(iso) ? iso : undefined
}

function digitsOnly(text: string): [number, number, number] | undefined {
  const match = /^(\d{4})(\d{2})(\d{2})$/.exec(text)
  return match ? [Number(match[1]), Number(match[2]), Number(match[3])] : undefined
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
