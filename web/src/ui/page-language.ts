/** The languages of pages that exist in both, such as those for performers. */
export type PageLanguage = 'ja' | 'en'

/** The name of each language in that language. */
export const languageNames = { ja: '日本語', en: 'English' } as const satisfies Record<PageLanguage, string>

/** The language of a page whose address names none. */
export function browserLanguage(): PageLanguage {
  return navigator.language.startsWith('ja') ? 'ja' : 'en'
}
