import { cleanup } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

// Browser features without which components do not render as on a desktop.
window.matchMedia = (media) =>
  Object.assign(new EventTarget(), {
    media,
    matches: false,
    onchange: null,
    addListener: () => {},
    removeListener: () => {},
  })
window.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
}
window.scrollTo = () => {}
Element.prototype.scrollIntoView = vi.fn()

afterEach(cleanup)
