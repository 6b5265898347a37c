import { importAgain } from './import-again.ts'

/** A component whose code is loaded on first use. */
export class LazyCode<C> {
  readonly #load: () => Promise<C>
  #loading: Promise<C> | undefined
  #failed = false
  /** The component, once it is loaded. */
  component: C | undefined

  constructor(load: () => Promise<C>) {
    this.#load = load
  }

  /**
   * The same promise for every render, also after a failure: React renders a failed component again, and a new
   * promise would load it for ever.
   */
  promise(): Promise<C> {
    this.#loading ??= this.#start()
    return this.#loading
  }

  /** Loads the component, again after a failure. Never rejects: rendering reports the failure. */
  async load(): Promise<void> {
    this.forgetFailure()
    await this.promise().catch(() => undefined)
  }

  /** The next `promise` starts again. */
  forgetFailure(): void {
    if (this.#failed) this.#loading = undefined
  }

  async #start(): Promise<C> {
    this.#failed = false
    try {
      this.component = await importAgain(this.#load)
      return this.component
    } catch (error) {
      this.#failed = true
      throw error
    }
  }
}
