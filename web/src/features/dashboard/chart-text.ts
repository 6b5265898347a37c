/** Only the first column and the first day of a month show the month. */
export function dayLabel(day: string, first: boolean): string {
  const number = Number(day.slice(8))
  return first || number === 1 ? `${Number(day.slice(5, 7))}/${number}` : String(number)
}

/** The month, for the first week that begins in it. Empty without room: if the next week begins in another month. */
export function weekLabel(mondays: readonly string[], index: number): string {
  const month = (at: number) => mondays[at]?.slice(5, 7)
  const labelled =
    month(index) !== month(index - 1) && (!month(index + 1) || month(index) === month(index + 1))
  return labelled ? `${Number(month(index))}月` : ''
}

/** 25分, 5時間40分, 1.5日 */
export function durationText(minutes: number): string {
  if (minutes < 60) return `${minutes}分`
  const hours = Math.floor(minutes / 60)
  if (hours >= 24) return `${(minutes / (24 * 60)).toFixed(1).replace('.0', '')}日`
  return minutes % 60 === 0 ? `${hours}時間` : `${hours}時間${minutes % 60}分`
}
