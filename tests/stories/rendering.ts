// Runs in the page of the stories.

/** The HTML of the story and of what it shows outside its root, an element a line, without what Storybook adds. */
export function readHtml(): string {
  const body = document.body.cloneNode(true) as HTMLElement
  for (const added of body.querySelectorAll('script, style, [class^="sb-"], #storybook-docs')) added.remove()
  return body.innerHTML.replaceAll('><', '>\n<')
}

/**
 * Digest of all that the checks of a rendered story depend on: its HTML, the states and boxes of the elements, the rules
 * that can reach them, and the window. The boxes stand for what is outside: fonts and images. Two renderings with the same
 * digest have the same faults.
 */
export async function digestRendering(html: string): Promise<string> {
  const elements = [...document.querySelectorAll('html, body, body *')]
  const classes = new Set(elements.flatMap((element) => [...element.classList]))
  const root = document.documentElement.cloneNode() as Element
  // What the check of large text leaves.
  if (root.getAttribute('style') === '') root.removeAttribute('style')
  const text = [
    `${innerWidth} ${innerHeight} ${devicePixelRatio} ${root.outerHTML}`,
    renameIds(html),
    ...elements.map(describeState),
    ...readRules(classes),
  ].join('\n')
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))).toHex()
}

/** React counts its ids on from story to story. */
function renameIds(html: string): string {
  const names = new Map<string, string>()
  return html.replaceAll(/\b_r_[0-9a-z]+_/g, (id) => {
    const name = names.get(id) ?? `id${names.size}`
    names.set(id, name)
    return name
  })
}

/** Box, scroll position, focus and value, which HTML does not have. */
function describeState(element: Element): string {
  const { x, y, width, height } = element.getBoundingClientRect()
  const { scrollLeft, scrollTop } = element
  const { value, checked, indeterminate } = element as Partial<HTMLInputElement>
  const focus = element === document.activeElement && (element.matches(':focus-visible') ? 'visible' : 'focus')
  return [x, y, width, height, scrollLeft, scrollTop, value, checked, indeterminate, focus].join(' ')
}

interface Rule {
  text: string
  /** The classes of its selectors. */
  classes: string[]
}
const rules = new WeakMap<CSSRule, Rule>()
const isOfEmotion = (name: string) => name.startsWith('css-')
const isEmotions = ({ classes }: Rule) => classes.some(isOfEmotion)
/** The body's counters of KaTeX, which come with the first formula of the page. */
const ONLY_COUNTERS = /^body \{ counter-reset: [^;]*; \}$/

/**
 * The rules that can reach an element with one of these classes: rules stay in the page from story to story. Emotion's are
 * sorted, because they are in the order of the stories; an element has one class of Emotion's.
 */
function readRules(classes: ReadonlySet<string>): string[] {
  const all = [...document.styleSheets, ...document.adoptedStyleSheets].flatMap(({ cssRules }) => [...cssRules])
  const reaching = all
    .filter((rule) => !(rule instanceof CSSKeyframesRule || rule instanceof CSSFontFaceRule))
    .map(readRule)
    .filter((rule) => rule.classes.length === 0 || rule.classes.some((name) => classes.has(name)))
    .filter(({ text }) => !ONLY_COUNTERS.test(text))
  const texts = [
    ...reaching.filter((rule) => !isEmotions(rule)).map(({ text }) => text),
    ...reaching
      .filter(isEmotions)
      .map(({ text }) => text)
      .toSorted(),
  ]
  const written = texts.join('\n')
  const keyframes = all.filter((rule) => rule instanceof CSSKeyframesRule && written.includes(rule.name))
  return [...texts, ...new Set(keyframes.map(({ cssText }) => cssText).toSorted())]
}

function readRule(rule: CSSRule): Rule {
  const known = rules.get(rule)
  if (known) return known
  const classes = selectorsOf(rule).flatMap((text) =>
    [...text.matchAll(/\.(-?[_a-z][\w-]*)/gi)].map(([, name = '']) => name),
  )
  // An element without the class of Emotion is not reached, whatever its other classes.
  const read = { text: rule.cssText, classes: classes.some(isOfEmotion) ? classes.filter(isOfEmotion) : classes }
  rules.set(rule, read)
  return read
}

const selectorsOf = (rule: CSSRule): string[] => [
  ...(rule instanceof CSSStyleRule ? [rule.selectorText] : []),
  ...('cssRules' in rule ? [...(rule.cssRules as CSSRuleList)].flatMap(selectorsOf) : []),
]
