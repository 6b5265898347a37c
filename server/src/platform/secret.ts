/** A value that neither logging, JSON nor inspection of what holds it can show. */
export class Secret<T> {
  readonly #value: T

  constructor(value: T) {
    this.#value = value
    Object.freeze(this)
  }

  /** The value itself: call it where the value is used, and hand it no further. */
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
