// @ts-nocheck: a page script that implements the API of an untyped library.
/**
 * Replaces Google's gapi.iframes, which the provider's library uses to communicate with its sign-in window: a
 * channel between a page and a frame in it. Demo mode only. Both ends load this script.
 */
;(() => {
  const mark = '__gapi_double__'
  const ends = []

  /** One end of a channel. Messages without a handler are queued until one is registered. */
  function createEnd(peer) {
    const handlers = { _ping: () => 'pong' }
    const callbacks = {}
    const unhandled = []
    let count = 0
    const post = (message) => peer().postMessage({ [mark]: 1, ...message }, location.origin)
    const reply = async ({ id, name, data }) => post({ re: id, result: [await handlers[name](data)] })
    const end = {
      register(name, handler) {
        handlers[name] = handler
        for (const message of unhandled.splice(0)) end.take(message)
      },
      send(name, data, callback) {
        const id = ++count
        if (callback) callbacks[id] = callback
        post({ id, name, data })
      },
      ping(callback) {
        return new Promise((resolve) => {
          end.send('_ping', null, (result) => {
            callback?.(result)
            resolve(result)
          })
        })
      },
      restyle: () => Promise.resolve(),
      isWith: (window) => window === peer(),
      take(message) {
        if (message.re) {
          const callback = callbacks[message.re]
          delete callbacks[message.re]
          try {
            callback?.(message.result)
          } catch {
            // The library throws after each reply to one of its calls. It expects that to be ignored.
          }
        } else if (handlers[message.name]) {
          reply(message)
        } else {
          unhandled.push(message)
        }
      },
    }
    ends.push(end)
    return end
  }

  addEventListener('message', ({ data, origin, source }) => {
    if (origin !== location.origin || !data?.[mark]) return
    ends.find((end) => end.isWith(source))?.take(data)
  })

  const parentEnd = window.parent === window ? null : createEnd(() => window.parent)
  const context = {
    getParentIframe: () => parentEnd,
    open({ url, where, attributes }, onOpen) {
      const frame = document.createElement('iframe')
      Object.assign(frame.style, attributes.style)
      frame.src = url
      const end = createEnd(() => frame.contentWindow)
      return new Promise((resolve, reject) => {
        frame.onload = () => Promise.resolve(onOpen(end)).then(resolve, reject)
        where.appendChild(frame)
      })
    },
  }
  window.gapi = {
    load: (_, options) => setTimeout(options.callback ?? options),
    iframes: {
      Iframe: () => undefined,
      CROSS_ORIGIN_IFRAMES_FILTER: () => true,
      getContext: () => context,
    },
  }
  const loaded = new URL(document.currentScript.src).searchParams.get('onload') ?? 'gapi_onload'
  window[loaded]?.()
})()
