import bowser from 'bowser'

/** Readable browser and operating system, such as "Chrome / Windows". */
export function browserOf(userAgent: string | null): string {
  if (userAgent === null || userAgent.trim() === '') return '不明'
  const { browser, os } = bowser.parse(userAgent.slice(0, 500))
  return [browser.name, os.name].filter(Boolean).join(' / ') || '不明'
}
