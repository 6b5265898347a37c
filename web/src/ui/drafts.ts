import { createContext, use, useEffect } from 'react'

/** The forms of this page with input that was not sent. */
export class Drafts {
  #open = 0

  get any(): boolean {
    return this.#open > 0
  }

  /** Adds a form and returns the function that removes it. */
  add(): () => void {
    this.#open += 1
    return () => {
      this.#open -= 1
    }
  }
}

export const DraftsContext = createContext(new Drafts())

/** While `unsaved`, the end of the session covers the page instead of leaving it, and a sign-out asks first. */
export function useDraft(unsaved: boolean): void {
  const drafts = use(DraftsContext)
  useEffect(() => (unsaved ? drafts.add() : undefined), [drafts, unsaved])
}
