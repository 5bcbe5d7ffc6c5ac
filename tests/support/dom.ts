import { afterEach, jest } from 'bun:test'
import { GlobalRegistrator } from '@happy-dom/global-registrator'

/** Bun's own HTTP classes, restored below: happy-dom's versions reject the API's responses. */
const { Blob, fetch, Request, Response, Headers, FormData, AbortController, AbortSignal, URL, URLSearchParams } =
  globalThis

GlobalRegistrator.register({ url: 'http://localhost/' })
Object.assign(globalThis, {
  Blob,
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
// The real page has a doctype; KaTeX renders nothing in quirks mode.
Object.defineProperty(document, 'compatMode', { value: 'CSS1Compat' })
// React requires this flag for `act`.
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

// Imported after the registration, because it reads `document` when it loads.
const { cleanup, configure } = await import('@testing-library/react')

// Limit of `findBy…` and `waitFor`: far above what a page takes, so that only a fault reaches it.
configure({ asyncUtilTimeout: 60_000 })

afterEach(() => {
  cleanup()
  jest.useRealTimers()
  localStorage.clear()
  sessionStorage.clear()
})
