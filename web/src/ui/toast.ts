export type ToastTone = 'ok' | 'bad' | 'neutral'

export interface Toast {
  readonly message: string
  readonly tone: ToastTone
  readonly act?: ToastAct | undefined
}

/** What a toast offers to do, by a button and a key of the page. */
export interface ToastAct {
  readonly label: string
  /** In lower case. */
  readonly letter: string
  /** Milliseconds for which it is offered. */
  readonly lasts: number
  readonly run: () => void
}

const toastEvent = 'app:toast'
const actEvent = 'app:toast-act'

/** Shows a toast. One with tone `bad` stays until it is closed. One with an act takes the place of the one before it. */
export function showToast(message: string, tone: ToastTone = 'ok', act?: ToastAct): void {
  window.dispatchEvent(new CustomEvent<Toast>(toastEvent, { detail: { message, tone, act } }))
}

/** Does what the toast on screen offers, for keys of a dialog above the page. */
export function runToastAct(): void {
  window.dispatchEvent(new Event(actEvent))
}

/** Calls `listener` on each `runToastAct` until the returned function is called. */
export function onToastAct(listener: () => void): () => void {
  window.addEventListener(actEvent, listener)
  return () => window.removeEventListener(actEvent, listener)
}

/** Calls `listener` on each toast until the returned function is called. */
export function onToast(listener: (toast: Toast) => void): () => void {
  const handle = (event: Event) => {
    if (event instanceof CustomEvent) listener(event.detail as Toast) // showToast is the only sender
  }
  window.addEventListener(toastEvent, handle)
  return () => window.removeEventListener(toastEvent, handle)
}
