const eras = [
  { name: '令和', from: '2019-05-01', before: 2018 },
  { name: '平成', from: '1989-01-08', before: 1988 },
  { name: '昭和', from: '1926-12-25', before: 1925 },
]

/** 1998-04-02 → 平成10年 4月 2日 */
export function eraDay(day: string): string {
  const era = eras.find((candidate) => candidate.from <= day)
  if (!era) throw new Error(`before Showa: ${day}`)
  const [year, month, date] = parts(day)
  const spaced = (value: number) => String(value).padStart(2, '\u2007')
  return `${era.name}${spaced(year - era.before)}年${spaced(month)}月${spaced(date)}日`
}

/** 1998-04-02 → 1998年04月02日 */
export function plainDay(day: string): string {
  return `${day.slice(0, 4)}年${day.slice(5, 7)}月${day.slice(8, 10)}日`
}

const months = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ')

/** 1998-04-02 → 02 APR 1998 */
export function passportDay(day: string): string {
  return `${day.slice(8, 10)} ${months[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`
}

export function yearsBefore(day: string, years: number): string {
  return `${Number(day.slice(0, 4)) - years}${day.slice(4)}`
}

function parts(day: string): [number, number, number] {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  return [year, month, date]
}
