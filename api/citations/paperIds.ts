/** The texts of an entry in which the id of its paper may be. */
export interface IdTexts {
  /** Ids, DOIs and addresses, the surest first. Other words may be among them. */
  exact?: readonly (string | undefined)[]
  /** Journal, volume, pages and the like: "arXiv preprint arXiv:2611.90001", "abs/2611.90001". */
  printed?: readonly (string | undefined)[]
  /** Remarks, which may also name other papers. */
  remarks?: readonly (string | undefined)[]
}

/** Tells whether a text is an id, DOI or address of a paper. */
export type IsReference = (text: string) => boolean

const LENGTH_MAX = 300
const WORDS_MAX = 200

/** An id in a text that speaks of arXiv, also behind "abs/". */
const ARXIV_ID =
  /(?:arxiv[:.\s/]*|abs\/|pdf\/|(?<![\w./-]))((?:[a-z]+(?:-[a-z]+)?(?:\.[a-z]{2})?\/\d{7}|\d{4}\.\d{4,5})(?:v\d{1,3})?)(?![\w/]|\.\d)/gi
const SPEAKS_OF_ARXIV = /arxiv|\bcorr\b|\babs\//i
/** Words before the id of the paper itself. "See also" names another one. */
const LEADING =
  /^\W*(?:available|online|at|as|on|in|from|via|the|also|e-?prints?|preprints?|arxiv|corr|url|doi|published|version|\d{4})\W*$/i

/** The ids of a paper in the texts of its entry, the surest first. */
export function findIds({ exact = [], printed = [], remarks = [] }: IdTexts, isReference: IsReference): string[] {
  const ids = [
    ...exact.flatMap((text = '') => referencesIn(text, isReference)),
    ...idsOfArxiv(printed.filter(Boolean).join(' '), isReference),
    ...remarks.flatMap((text = '') => leadingReference(text, isReference)),
  ]
  return [...new Set(ids)]
}

/** The text itself, else the words of it that are references. */
function referencesIn(text: string, isReference: IsReference): string[] {
  const whole = text.replace(/\s+/g, ' ').trim()
  if (whole.length < LENGTH_MAX && isReference(whole)) return [whole]
  return wordsOf(whole).filter((word) => isReference(word))
}

function idsOfArxiv(text: string, isReference: IsReference): string[] {
  if (!SPEAKS_OF_ARXIV.test(text)) return []
  const ids = [...text.slice(0, 10_000).matchAll(ARXIV_ID)].map(([, id = '']) => `arXiv:${id}`)
  return ids.filter((id) => isReference(id))
}

/** The reference that a remark begins with: "Available at https://arxiv.org/abs/2611.90001, 12 pages". */
function leadingReference(text: string, isReference: IsReference): string[] {
  const words = wordsOf(text)
  const first = words.find((word) => !LEADING.test(word))
  if (first === undefined) return []
  if (isReference(first)) return [first]
  return /^(?:arxiv|abs)[:/.]/i.test(first) ? idsOfArxiv(first, isReference) : []
}

const wordsOf = (text: string): string[] =>
  text.split(/[\s,;]+/, WORDS_MAX).filter((word) => word !== '' && word.length < LENGTH_MAX)
