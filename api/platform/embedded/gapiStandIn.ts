/**
 * Stands in for Google's helper script (apis.google.com/js/api.js) in the product's page and in the emulator's helper
 * frame, so that signing in by popup and by redirect works without the internet. Development only. It runs in the
 * browser: the emulator serves it, translated, at /dev/gapi.js.
 *
 * It offers the little of `gapi.iframes` that the Firebase SDK uses: a frame to open, and messages both ways.
 */
;(() => {
  type Answer = (body: unknown) => unknown
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

  /** A way to talk to another window: calls with a name and a body, each answered once. */
  function openChannel(target: () => Window | null) {
    const answers = new Map<string, Answer>()
    const early = new Map<string, ((answer: Answer) => void)[]>()
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
          // Firebase's own receiver throws after it has taken the reply; nobody waits for that.
        }
        return
      }
      const run = async (answer: Answer) => post({ kind: 'reply', id, body: await answer(body) })
      const answer = answers.get(name)
      if (answer !== undefined) void run(answer)
      else early.set(name, [...(early.get(name) ?? []), run])
    })

    return {
      register(name: string, answer: Answer) {
        answers.set(name, answer)
        for (const run of early.get(name) ?? []) run(answer)
        early.delete(name)
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
        const place = options.where ?? document.body
        place.append(element)
      }),
  }

  frame.gapi ??= {
    load: (_names: string, then: (() => void) | { callback: () => void }) =>
      typeof then === 'function' ? then() : then.callback(),
    iframes: { Iframe: Object, CROSS_ORIGIN_IFRAMES_FILTER: {}, getContext: () => context },
  } as unknown as () => void

  // Google's script calls the function that its own address names, else the one with this fixed name.
  const { src = '' } = (document.currentScript ?? {}) as { src?: string }
  const named = src === '' ? null : new URL(src).searchParams.get('onload')
  frame[named ?? 'gapi_onload']?.()
})()
