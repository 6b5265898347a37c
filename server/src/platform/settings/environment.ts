import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { isAbsolute, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Reads single settings from an environment and collects their faults, so that all are reported at once. */
export class Environment {
  readonly faults: string[] = []
  /** The names of all settings that were read, also of absent ones. */
  readonly names = new Set<string>()
  readonly #variables: Readonly<Record<string, string | undefined>>
  readonly #contents = new Map<string, string>()

  /** @param secretFiles the settings that may also be given as the content of the file `<name>_FILE` */
  constructor(variables: Readonly<Record<string, string | undefined>>, secretFiles: readonly string[] = []) {
    this.#variables = variables
    for (const name of secretFiles) this.#readFile(name)
  }

  /** The trimmed text of a setting; undefined if it is absent or empty. */
  text(name: string): string | undefined {
    this.names.add(name)
    return this.#variables[name]?.trim() || this.#contents.get(name)
  }

  #readFile(name: string): void {
    const path = this.text(`${name}_FILE`)
    if (path === undefined) return
    if (this.text(name) !== undefined) this.fault(`${name} and ${name}_FILE contradict each other: set one.`)
    try {
      if (!isAbsolute(path)) this.fault(`${name}_FILE must be an absolute path.`)
      const content = readFileSync(path, 'utf8').trim()
      if (content === '') this.fault(`The file of ${name}_FILE is empty.`)
      else this.#contents.set(name, content)
    } catch {
      this.fault(`${name}_FILE must name a file that this account may read.`)
    }
  }

  fault(sentence: string): void {
    this.faults.push(sentence)
  }

  integer(name: string, range: { min: number; max: number; fallback: number }): number {
    const text = this.text(name)
    if (text === undefined) return range.fallback
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
    if (value >= range.min && value <= range.max) return value
    this.fault(`${name} must be a whole number from ${range.min} to ${range.max}, not "${text}".`)
    return range.fallback
  }

  /** True for `on`, false for `off`; undefined if the setting is absent. */
  flag(name: string): boolean | undefined {
    const text = this.text(name)
    if (text === undefined) return undefined
    if (text !== 'on' && text !== 'off') this.fault(`${name} must be on or off, not "${text}".`)
    return text === 'on'
  }

  oneOf<const T extends string>(name: string, values: readonly T[], fallback: T): T {
    const text = this.text(name)
    if (text === undefined) return fallback
    const value = values.find((each) => each === text)
    if (value === undefined) this.fault(`${name} must be one of ${values.join(', ')}, not "${text}".`)
    return value ?? fallback
  }

  /** A URL. Its fault doesn't quote it, because it can contain a password. */
  url(name: string, protocols: readonly string[]): URL | undefined {
    const text = this.text(name)
    if (text === undefined) return undefined
    const url = URL.parse(text)
    if (url && protocols.includes(url.protocol)) return url
    this.fault(`${name} must be an address that starts with ${protocols.map((p) => `${p}//`).join(' or ')}.`)
    return undefined
  }

  /** An absolute path; a relative one is resolved against the working directory. */
  path(name: string, fallback: string): string {
    const text = this.text(name)
    if (text === undefined) return fallback
    if (!text.startsWith('file:')) return resolve(text)
    try {
      return fileURLToPath(text)
    } catch {
      this.fault(`${name} must be a path or a file:/// address of this machine.`)
      return fallback
    }
  }

  /** Addresses or networks such as 10.0.0.0/8, separated by commas. */
  networks(name: string): readonly string[] {
    const networks = (this.text(name) ?? '').split(',').map((each) => each.trim())
    const wanted = networks.filter((each) => each !== '')
    const wrong = wanted.filter((each) => !isNetwork(each))
    if (wrong.length > 0) {
      this.fault(`${name} must list addresses or networks such as 10.0.0.0/8, not "${wrong.join(', ')}".`)
    }
    return wanted
  }
}

/** Whether `host` is a loopback name or address. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1').toLowerCase()
  return bare === 'localhost' || bare === '::1' || (isIP(bare) === 4 && bare.startsWith('127.'))
}

function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  if (prefix === undefined) return true
  return /^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128)
}
