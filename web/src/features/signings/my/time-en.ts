const times = new Intl.DateTimeFormat('en', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'Asia/Tokyo',
})

/** A time in Japan, in English. */
export const timeEn = (at: string) => `${times.format(new Date(at))} (Japan time)`
