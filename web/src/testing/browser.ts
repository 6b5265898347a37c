import { GlobalRegistrator } from '@happy-dom/global-registrator'
import { afterAll, afterEach, vi } from 'vitest'

const address = 'http://localhost:3000/'

// All files of a worker share one document. React and Mantine are loaded after it, and so only once.
if (!GlobalRegistrator.isRegistered) GlobalRegistrator.register({ url: address })
for (const name of ['window', 'self', 'top', 'parent']) {
  Object.defineProperty(globalThis, name, { value: globalThis, configurable: true, writable: true })
}
const { cleanup, configure } = await import('@testing-library/react')
// A busy machine may need longer than the default of one second to load the code of a dialog.
configure({ asyncUtilTimeout: 10_000 })

// Browser features that components need to render as on a desktop.
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
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })
window.scrollTo = () => {}
Element.prototype.scrollIntoView = vi.fn()

afterEach(cleanup)
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', address)
})
