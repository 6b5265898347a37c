const stepUpEvent = 'auth:step-up'

type Answer = (done: boolean) => void

/**
 * Asks whoever is at the page for a fresh sign-in (D31). True once it is given, false if it is refused or if nothing
 * on the page can ask.
 */
export function askForStepUp(target: EventTarget): Promise<boolean> {
  return new Promise((resolve) => {
    const event = new CustomEvent<Answer>(stepUpEvent, { detail: resolve, cancelable: true })
    const taken = !target.dispatchEvent(event)
    if (!taken) resolve(false)
  })
}

/** Calls `listener` each time a fresh sign-in is asked for, until the returned function is called. */
export function onStepUpAsked(target: EventTarget, listener: (answer: Answer) => void): () => void {
  const handle = (event: Event) => {
    if (!(event instanceof CustomEvent)) return
    event.preventDefault()
    listener(event.detail as Answer) // askForStepUp is the only sender
  }
  target.addEventListener(stepUpEvent, handle)
  return () => target.removeEventListener(stepUpEvent, handle)
}
