export type ToastTone = 'ok' | 'bad' | 'neutral'

export interface Toast {
  readonly message: string
  readonly tone: ToastTone
}

const toastEvent = 'app:toast'

/** Shows a toast. One with tone `bad` stays until it is closed. */
export function showToast(message: string, tone: ToastTone = 'ok'): void {
  window.dispatchEvent(new CustomEvent<Toast>(toastEvent, { detail: { message, tone } }))
}

/** Calls `listener` on each toast until the returned function is called. */
export function onToast(listener: (toast: Toast) => void): () => void {
  const handle = (event: Event) => {
    if (event instanceof CustomEvent) listener(event.detail as Toast) // showToast is the only sender
  }
  window.addEventListener(toastEvent, handle)
  return () => window.removeEventListener(toastEvent, handle)
}
