const name = 'FIREBASE_AUTH_EMULATOR_HOST'

/**
 * The provider's library looks for this variable by itself, and with it set takes tokens that nobody signed. So it is
 * the one variable that is looked at, and set, outside the settings.
 */
export function emulatorVariableIsSet(): boolean {
  return process.env[name] !== undefined
}

/** Runs `make` with the variable at `address`, or without it, and puts it back as it was. */
export function withEmulatorVariable<T>(address: string | undefined, make: () => T): T {
  const before = process.env[name]
  try {
    set(address)
    return make()
  } finally {
    set(before)
  }
}

function set(value: string | undefined): void {
  if (value === undefined) delete process.env[name]
  else process.env[name] = value
}
