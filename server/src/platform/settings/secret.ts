/** A value that logging, JSON and inspection of the surrounding object don't show. */
export class Secret<T> {
  readonly #value: T

  constructor(value: T) {
    this.#value = value
    Object.freeze(this)
  }

  /** The value. Call this at the place of use, and don't pass the value on. */
  reveal(): T {
    return this.#value
  }

  toJSON(): string {
    return '[secret]'
  }

  toString(): string {
    return '[secret]'
  }
}
