// @ts-nocheck: a script of pages, in the words of a library that has no types.
/**
 * Stands in for Google's gapi.iframes, which the provider's library loads to hear from its sign-in window: a channel
 * between a page and a frame in it. Demo mode only; the same script serves both ends.
 */
;(() => {
  const mark = '__gapi_double__'
  const ends = []

  /** One end of a channel; messages wait until there is somebody for them. */
  function createEnd(peer) {
    const handlers = { _ping: () => 'pong' }
    const waiting = {}
    const early = []
    let count = 0
    const post = (message) => peer().postMessage({ [mark]: 1, ...message }, location.origin)
    const answer = async ({ id, name, data }) => post({ re: id, result: [await handlers[name](data)] })
    const end = {
      register(name, handler) {
        handlers[name] = handler
        for (const message of early.splice(0)) end.take(message)
      },
      send(name, data, callback) {
        const id = ++count
        if (callback) waiting[id] = callback
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
          const callback = waiting[message.re]
          delete waiting[message.re]
          try {
            callback?.(message.result)
          } catch {
            // The library throws after each answer to one of its questions, and expects nobody to mind.
          }
        } else if (handlers[message.name]) {
          answer(message)
        } else {
          early.push(message)
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
