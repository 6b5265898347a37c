/** Why the session has ended. */
export type LogoutReason = 'session_expired' | 'refresh_token_expired'

const logoutEvent = 'auth:logout'
const authErrorEvent = 'auth:error'

/** Emitted after repeated failures, before the logout event. */
export function emitAuthError(target: EventTarget, error: unknown): void {
  target.dispatchEvent(new CustomEvent(authErrorEvent, { detail: { error } }))
}

export function emitLogout(target: EventTarget, reason: LogoutReason): void {
  target.dispatchEvent(new CustomEvent(logoutEvent, { detail: { reason } }))
}

/** Calls `listener` on each logout event until the returned function is called. */
export function onLogout(target: EventTarget, listener: (reason: LogoutReason) => void): () => void {
  const handle = (event: Event) => {
    if (!(event instanceof CustomEvent)) return
    const { reason } = event.detail as { reason: LogoutReason } // emitLogout is the only sender
    listener(reason)
  }
  target.addEventListener(logoutEvent, handle)
  return () => target.removeEventListener(logoutEvent, handle)
}
