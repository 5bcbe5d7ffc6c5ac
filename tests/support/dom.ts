import { afterEach } from 'bun:test'
import { GlobalRegistrator } from '@happy-dom/global-registrator'

/** What speaks HTTP stays Bun's own: the DOM's versions refuse what the API's answers are made of. */
const { fetch, Request, Response, Headers, FormData, AbortController, AbortSignal, URL, URLSearchParams } = globalThis

GlobalRegistrator.register({ url: 'http://localhost/' })
Object.assign(globalThis, {
  fetch,
  Request,
  Response,
  Headers,
  FormData,
  AbortController,
  AbortSignal,
  URL,
  URLSearchParams,
})
// The real page has a doctype; KaTeX draws nothing in a document without one.
Object.defineProperty(document, 'compatMode', { value: 'CSS1Compat' })
// React asks for this before it lets state change outside of its own events.
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

// Only now: it looks for a document when it is loaded.
const { cleanup } = await import('@testing-library/react')

afterEach(() => {
  cleanup()
  localStorage.clear()
})
