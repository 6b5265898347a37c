const name = 'FIREBASE_AUTH_EMULATOR_HOST'

/**
 * The provider's library reads this variable itself and, if it is set, accepts unsigned tokens. So this is
 * the only variable that is read and set outside the settings.
 */
export function emulatorVariableIsSet(): boolean {
  return process.env[name] !== undefined
}

/** Runs `create` with the variable set to `address`, or without it, and then restores the variable. */
export function withEmulatorVariable<T>(address: string | undefined, create: () => T): T {
  const before = process.env[name]
  try {
    set(address)
    return create()
  } finally {
    set(before)
  }
}

function set(value: string | undefined): void {
  if (value === undefined) delete process.env[name]
  else process.env[name] = value
}
