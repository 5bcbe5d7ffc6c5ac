/** Who withdrew a paper. */
export type WithdrawnBy = 'authors' | 'administrators'

/** In characters. A withdrawal notice in place of an abstract is short; a long abstract may mention withdrawn drugs. */
const NOTICE_MAX = 300

const WORK = '(?:paper|article|manuscript|submission|pre-?print|e-?print|work|version|note|report|letter|thesis|draft)'
const OWN = `(?:this|the|our|my)\\s+(?:\\w+\\s+){0,2}${WORK}`

/** Sentences with which a paper says of itself that it is withdrawn. Other papers and things are withdrawn, too. */
const SENTENCES = [
  // "Withdrawn", "Withdrawn: error in lemma 2", "Withdrawn by the authors".
  /^\W*withdrawn(?=\W*$|\s*[.,;:()]|\s+(?:by|due|because|for|from\s+arxiv|pending|as|since)\b)/i,
  // "This paper and abstract have been withdrawn", "the third version is withdrawn", "needs to be withdrawn".
  new RegExp(
    `\\b${OWN}\\b[^.;]{0,160}\\b(?:is|are|was|were|has|have|had|to)\\s+(?:(?:now|been|be|being|hereby|therefore)\\s+)*(?:withdrawn|retracted\\s+from\\s+arxiv)\\b`,
    'i',
  ),
  // "Paper withdrawn", "Manuscript withdrawn by the author".
  new RegExp(`^\\W*${WORK}\\s+withdrawn\\b`, 'i'),
  /\bwithdrawn\s+by\s+(?:the\s+|its\s+|all\s+)?(?:\w+\s+)?(?:authors?|submitters?|arxiv|administrators?|admins?|moderators?)\b/i,
  // "The author has decided to withdraw this version", "we would like to withdraw the paper".
  new RegExp(`\\bwithdr(?:aw|ew|awn|awing)\\s+${OWN}\\b`, 'i'),
]

/** The wording of arXiv: "This version has been removed by arXiv administrators as the submitter did not have …". */
const BY_ADMINISTRATORS =
  /\b(?:withdrawn|removed)\s+(?:from\s+arxiv\s+)?by\s+(?:the\s+)?(?:arxiv(?:'s|\s+)?\s*)?(?:administrat(?:ors?|ion)|admins?|moderators?|arxiv)\b/i
const BY_AUTHORS =
  /\bwithdrawn\s+by\s+(?:the\s+|its\s+|all\s+)?(?:\w+\s+)?(?:authors?|submitters?)\b|\b(?:authors?|we|i)\b[^.;]{0,60}\bwithdr(?:aw|ew|awn|awing)\b/i

/** The texts in which a withdrawal is stated: the comment, and an abstract that is short enough to be a notice. */
const noticesOf = (comment: string, abstract: string) => [comment, ...(abstract.length < NOTICE_MAX ? [abstract] : [])]

/**
 * Whether a paper states its own withdrawal, in its comment or in place of its abstract. arXiv's query API has no other
 * sign of it: the link to the PDF is there for withdrawn papers, too.
 */
export const saysWithdrawn = (comment: string, abstract: string): boolean =>
  noticesOf(comment, abstract).some(
    (text) => BY_ADMINISTRATORS.test(text) || SENTENCES.some((sentence) => sentence.test(text)),
  )

/** Who withdrew the paper, as far as its notice says; null if it does not. */
export function withdrawnBy(comment: string, abstract: string): WithdrawnBy | null {
  const notices = noticesOf(comment, abstract)
  if (notices.some((text) => BY_ADMINISTRATORS.test(text))) return 'administrators'
  return notices.some((text) => BY_AUTHORS.test(text)) ? 'authors' : null
}
