/** Part of a British spelling -> the American one. The lookarounds limit each to the words it is right for. */
const families: readonly (readonly [RegExp, string])[] = [
  // colour, behavioural, neighbourhood; not "four", "source", "contour"
  [/(?<=(?:^|.)(?:col|behavi|neighb|fav|flav|lab|harb|hon|hum|rum|vap|vig|tum|arm|endeav|sav|od))our(?!c)/, 'or'],
  // optimise, organisation, generaliser; not "precise", "arise", "premise", "promise", "exercise"
  [
    /(?<=[a-z]{2}(?:a[lnrst]|e[mnrst]|i[cdlmt]|o[glmnpr]|nt|tr|nn|yn|gn|ph|th|rg|ll|rd|hn))(?<!pr[eo]m|dem|treat)is(?=e[drs]?$|ers$|ing$|ations?$|able$)/,
    'iz',
  ],
  [/(?<=anal|catal|paral|hydrol|electrol)ys(?=e[drs]?$|ers$|ing$)/, 'yz'],
  // centre, kilometres, fibre
  [/(?<=cent|met|fib|lit|spect|theat|calib)re(?=[sd]?$)/, 'er'],
  // modelling, labelled, signaller; the base word has one l
  [/(?<=mod|lab|chann|trav|canc|tunn|lev|pan|sign|tot|equ|spir|marsh)([ae])ll(?=ed$|ings?$|ers?$)/, '$1l'],
  // catalogue, analogue
  [/(?<=catal|anal|dial|hom)ogue(?=[sd]?$)/, 'og'],
  [/(?<=def|off)ence(?=s?$)/, 'ense'],
  // aluminium, greyscale, sulphur, artefact, ageing, programmes
  [/^aluminium/, 'aluminum'],
  [/^grey(?=s?$|scale)/, 'gray'],
  [/^sulph/, 'sulf'],
  [/^artef/, 'artif'],
  [/^ageing$/, 'aging'],
  [/^programme(?=s?$)/, 'program'],
  // haemoglobin, anaesthesia, leukaemia, oestrogen, oedema, foetal
  [/(?<=^(?:h|an|palu)|[kdc])ae(?=m[aio]|sth)/, 'e'],
  [/^oe(?=str|dem|soph)/, 'e'],
  [/^foet/, 'fet'],
]

/** Matches every word that one of the families matches, and few others: most words need no other comparison. */
const mayBeBritish = /our|[iy]s[eai]|re[sd]?$|[ae]ll|ogue|ence|^alumi|^grey|^sulph|^artef|^agei|^programme|ae|^oe|^foet/

/** Returns the American spelling of a folded English word: "colour" -> "color". Other words are returned unchanged. */
export function toAmerican(word: string): string {
  if (!mayBeBritish.test(word)) return word
  for (const [british, american] of families) {
    const spelled = word.replace(british, american)
    if (spelled !== word) return spelled
  }
  return word
}
