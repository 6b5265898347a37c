/** A number of full days of waiting: 当日, 2日, 3〜6日, 7日以上. */
export function waitedLabel(fromDays: number, toDays: number | null): string {
  if (toDays === null) return `${fromDays}日以上`
  if (fromDays === toDays) return fromDays === 0 ? '当日' : `${fromDays}日`
  return `${fromDays}〜${toDays}日`
}
