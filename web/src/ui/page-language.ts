/** Of pages that exist in two languages, such as those for performers. */
export type PageLanguage = 'ja' | 'en'

/** Each in itself. */
export const languageNames = { ja: '日本語', en: 'English' } as const satisfies Record<PageLanguage, string>

/** The language of a page whose address names none. */
export function browserLanguage(): PageLanguage {
  return navigator.language.startsWith('ja') ? 'ja' : 'en'
}
