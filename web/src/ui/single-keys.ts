const storageKey = 'single-keys'

/** Whether shortcuts of one character are active in this browser (WCAG 2.1.4). On by default. */
export function singleKeysOn(): boolean {
  return localStorage.getItem(storageKey) !== 'off'
}

export function setSingleKeys(on: boolean): void {
  if (on) localStorage.removeItem(storageKey)
  else localStorage.setItem(storageKey, 'off')
}
