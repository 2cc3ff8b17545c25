import type { Component } from 'svelte'

/** A part of the page that is loaded when it is first needed. */
export class Later<Props extends Record<string, any> = {}> {
  #component = $state.raw<Component<Props> | null>(null)
  #failed = $state(false)
  #loading: Promise<void> | null = null

  constructor(private readonly fetch: () => Promise<{ default: Component<Props> }>) {}

  /** The component; null until it is loaded. */
  get component(): Component<Props> | null {
    return this.#component
  }

  get failed(): boolean {
    return this.#failed
  }

  /** Load it unless it is loaded. Never rejects: `failed` reports an error. */
  load(): Promise<void> {
    this.#loading ??= this.fetch().then(
      (module) => {
        this.#component = module.default
      },
      () => {
        this.#failed = true
      },
    )
    return this.#loading
  }
}
