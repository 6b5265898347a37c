const stepUpEvent = 'auth:step-up'

type Finish = (done: boolean) => void

/**
 * Requests a step-up from the page. Resolves to true after the step-up, to false if it is cancelled or
 * the page has no listener.
 */
export function requestStepUp(target: EventTarget): Promise<boolean> {
  return new Promise((resolve) => {
    const event = new CustomEvent<Finish>(stepUpEvent, { detail: resolve, cancelable: true })
    const handled = !target.dispatchEvent(event)
    if (!handled) resolve(false)
  })
}

/** Calls `listener` on each step-up request until the returned function is called. */
export function onStepUpRequest(target: EventTarget, listener: (finish: Finish) => void): () => void {
  const handle = (event: Event) => {
    if (!(event instanceof CustomEvent)) return
    event.preventDefault()
    listener(event.detail as Finish) // requestStepUp is the only sender
  }
  target.addEventListener(stepUpEvent, handle)
  return () => target.removeEventListener(stepUpEvent, handle)
}
