import { type RefObject, useEffect, useEffectEvent } from 'react'
import { singleKeysOn } from './single-keys.ts'

const typing = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable="true"]'
const dialog = '[role="dialog"]'

/** What each key does; letters in lower case. */
export type Keys = Readonly<Record<string, (() => void) | undefined>>

export interface KeysOptions {
  /** The keys belong to the dialog that contains this element; without one, to the page below all dialogs. */
  readonly within?: RefObject<Element | null>
  /** Whether a held key acts again and again; otherwise it acts once. */
  readonly repeat?: boolean
  /** The keys act only while the focus is inside `within`, and before all others. */
  readonly focused?: boolean
}

/**
 * Calls the function of a key that is pressed without modifiers, outside text fields, unless single keys are off
 * (WCAG 2.1.4). Keys `within` an inert part of the page have no effect.
 */
export function useKeys(keys: Keys, { within, repeat = false, focused = false }: KeysOptions = {}): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    if (within?.current?.closest('[inert]')) return
    const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key]
    if (!act || !singleKeysOn()) return
    const target = event.target instanceof Element ? event.target : null
    if (target?.closest(typing)) return
    if (focused && !(target && within?.current?.contains(target))) return
    if ((target?.closest(dialog) ?? null) !== (within?.current?.closest(dialog) ?? null)) return
    event.preventDefault()
    if (focused) event.stopPropagation()
    if (repeat || !event.repeat) act()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handle(event)
    window.addEventListener('keydown', listen, focused)
    return () => window.removeEventListener('keydown', listen, focused)
  }, [focused])
}

/** `useKeys` for one key of the page. */
export function useKey(key: string, act: () => void): void {
  useKeys({ [key]: act })
}
