/**
 * What this tab keeps for the signed-in account until it signs out or the tab closes, also across a reload. It may be personal
 * data, so it is in sessionStorage, which can be cleared, and never in an address.
 */
interface TabMemory {
  /** Null while signed out. */
  readonly owner: string | null
  readonly values: Readonly<Record<string, unknown>>
}

const storageKey = 'memory'

/** Drops what the tab keeps for other accounts; `null` drops all. Must be called when the signed-in account changes. */
export function keepMemoryOf(owner: string | null): void {
  if (load().owner !== owner) save({ owner, values: {} })
}

/** The value that `remember` has stored under this name. */
export function remembered<Value>(name: string): Value | undefined {
  return load().values[name] as Value | undefined // only `remember` writes it
}

export function remember<Value>(name: string, value: Value): void {
  const { owner, values } = load()
  save({ owner, values: { ...values, [name]: value } })
}

function load(): TabMemory {
  const stored = sessionStorage.getItem(storageKey)
  // Only `save` writes this item.
  return stored === null ? { owner: null, values: {} } : (JSON.parse(stored) as TabMemory)
}

function save(memory: TabMemory): void {
  if (memory.owner === null) sessionStorage.removeItem(storageKey)
  else sessionStorage.setItem(storageKey, JSON.stringify(memory))
}
