/** What another program shares: a page, or a text that has an address or an id in it, as phones share it. */
export interface Shared {
  url: string
  title: string
  text: string
}

export const readShared = (search: URLSearchParams): Shared => ({
  url: (search.get('url') ?? '').trim(),
  title: (search.get('title') ?? '').trim(),
  text: (search.get('text') ?? '').trim(),
})

/** An address, a DOI, or an arXiv id of either form. */
const REFS = [
  /https?:\/\/[^\s<>"]+/i,
  /\b10\.\d{4,9}\/[^\s<>"]+/,
  /\b(?:arxiv:\s*)?(?:\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?\/\d{7})(?:v\d+)?\b/i,
] as const

/** The address or id of the paper in what was shared: the first one of the address, then of the text, then of the title. */
export const refOf = ({ url, title, text }: Shared): string | undefined => refIn(url) ?? refIn(text) ?? refIn(title)

/** The first address in a text, else the first DOI, else the first arXiv id. */
export function refIn(text: string): string | undefined {
  const found = REFS.values()
    .map((pattern) => pattern.exec(text)?.[0])
    .find((ref) => ref !== undefined)
  return found && trimEnd(found)
}

/** Without the punctuation of the sentence around it. A closing bracket stays if it was opened in the address, as in some DOIs. */
function trimEnd(ref: string): string {
  const trimmed = ref.replace(/[.,;:!?'’”]+$/, '')
  return trimmed.endsWith(')') && !trimmed.includes('(') ? trimEnd(trimmed.slice(0, -1)) : trimmed
}

/** State of the address of a paper's page that is opened to save the paper: the button to save has the focus. */
export interface SaveOffer {
  save: true
  /** Title of the page that was shared: what to search for when no paper is found by its address. */
  title: string
}

/** The offer in the state of an address, if it has one. */
export function saveOfferOf(state: unknown): SaveOffer | undefined {
  const offer = state as Partial<SaveOffer> | null
  return offer?.save === true ? { save: true, title: offer.title ?? '' } : undefined
}
