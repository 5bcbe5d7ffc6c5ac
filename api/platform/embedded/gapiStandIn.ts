/**
 * Replaces Google's helper script (apis.google.com/js/api.js) in the product's page and in the emulator's helper frame,
 * so that sign-in by popup and by redirect works without the internet. Development only. It runs in the browser: the
 * emulator compiles it to JavaScript and serves it at /dev/gapi.js.
 *
 * It implements the part of `gapi.iframes` that the Firebase SDK uses: opening a frame, and messages both ways.
 */
;(() => {
  type Handler = (body: unknown) => unknown
  interface Message {
    standIn: true
    kind: 'call' | 'reply'
    id: number
    name?: string
    body?: unknown
  }
  interface Frames {
    gapi?: unknown
    gapi_onload?: () => void
  }
  const frame = window as unknown as Frames & Record<string, (() => void) | undefined>

  /** A message channel to another window: calls with a name and a body, each with one reply. */
  function openChannel(target: () => Window | null) {
    const handlers = new Map<string, Handler>()
    const earlyCalls = new Map<string, ((handler: Handler) => void)[]>()
    const pending = new Map<number, (results: unknown[]) => void>()
    let lastId = 0
    const post = (message: Omit<Message, 'standIn'>) => target()?.postMessage({ standIn: true, ...message }, '*')

    addEventListener('message', ({ data, source }: MessageEvent<Partial<Message> | null>) => {
      if (data?.standIn !== true || source !== target() || data.id === undefined) return
      const { id, name = '', body } = data
      if (data.kind === 'reply') {
        const onReply = pending.get(id)
        pending.delete(id)
        try {
          onReply?.([body])
        } catch {
          // Ignored: Firebase's callback throws after it has processed the reply.
        }
        return
      }
      const run = async (handler: Handler) => post({ kind: 'reply', id, body: await handler(body) })
      const handler = handlers.get(name)
      if (handler !== undefined) void run(handler)
      else earlyCalls.set(name, [...(earlyCalls.get(name) ?? []), run])
    })

    return {
      register(name: string, handler: Handler) {
        handlers.set(name, handler)
        for (const run of earlyCalls.get(name) ?? []) run(handler)
        earlyCalls.delete(name)
      },
      send(name: string, body: unknown, onReply?: (results: unknown[]) => void) {
        lastId += 1
        if (onReply !== undefined) pending.set(lastId, onReply)
        post({ kind: 'call', id: lastId, name, body })
      },
      restyle: async () => undefined,
      ping: async () => [{}],
    }
  }

  interface OpenOptions {
    url: string
    where?: HTMLElement
  }
  const context = {
    getParentIframe: () => openChannel(() => parent),
    open: (options: OpenOptions, onOpen: (channel: ReturnType<typeof openChannel>) => unknown) =>
      new Promise((resolve, reject) => {
        const element = document.createElement('iframe')
        element.style.cssText = 'position:absolute;width:1px;height:1px;top:-100px'
        element.setAttribute('aria-hidden', 'true')
        element.src = options.url
        const channel = openChannel(() => element.contentWindow)
        element.addEventListener('load', () => {
          Promise.resolve(onOpen(channel)).then(() => resolve(channel), reject)
        })
        const container = options.where ?? document.body
        container.append(element)
      }),
  }

  frame.gapi ??= {
    load: (_names: string, then: (() => void) | { callback: () => void }) =>
      typeof then === 'function' ? then() : then.callback(),
    iframes: { Iframe: Object, CROSS_ORIGIN_IFRAMES_FILTER: {}, getContext: () => context },
  } as unknown as () => void

  // Like Google's script, calls the function named in the parameter `onload` of its own address, else `gapi_onload`.
  const { src = '' } = (document.currentScript ?? {}) as { src?: string }
  const callback = src === '' ? null : new URL(src).searchParams.get('onload')
  frame[callback ?? 'gapi_onload']?.()
})()
