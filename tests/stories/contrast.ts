import type { AxeReporter, ContextSpec, RawNodeResult, RunOptions } from 'axe-core'

// Runs in the page of the stories.

type Layers = ReadonlyMap<Element, readonly Element[]>
const CONTRAST = 'color-contrast'

interface AxeCommons {
  /** The elements that are painted at the place of a text, from the top; null if axe cannot determine them. */
  color: { getBackgroundStack(element: Element): Element[] | null }
}

/** Faults that axe found, as a sentence each, and the texts whose contrast it looked at. */
export interface AxeFindings {
  violations: string[]
  texts: Element[]
  /** By text: the elements that are painted at its place. Empty without `withLayers`; lacks texts for which axe cannot determine them. */
  layers: Layers
  /** The elements that were visible. */
  visible: ReadonlySet<Element>
}

/**
 * Looks for faults. `withLayers` also asks what is painted at the place of each text whose contrast was looked at. The report is
 * made of axe's raw results: its own ones describe each element that passed.
 */
export function runAxe(
  context: ContextSpec,
  { runOnly, withLayers = false }: { runOnly: NonNullable<RunOptions['runOnly']>; withLayers?: boolean },
): Promise<AxeFindings> {
  const reporter: AxeReporter<AxeFindings> = (results, _options, resolve) => {
    const texts = results
      .filter(({ id }) => id === CONTRAST)
      .flatMap(({ passes, incomplete, violations }) => [...passes, ...incomplete, ...violations])
      .flatMap(({ node }) => ('element' in node && node.element instanceof Element ? [node.element] : []))
    const layers = new Map(withLayers ? texts.flatMap(readLayers) : [])
    const violations = results.flatMap(({ id, violations }) => violations.map((found) => `${id}: ${describe(found)}`))
    resolve({ violations, texts, layers, visible: new Set(findVisible()) })
  }
  window.axe.addReporter('findings', reporter)
  // `preload` fetches style sheets of other hosts; there are none.
  return window.axe.run(context, { runOnly, preload: false, reporter: 'findings' }) as unknown as Promise<AxeFindings>
}

function readLayers(text: Element): [Element, Element[]][] {
  const { color } = (window.axe as unknown as { commons: AxeCommons }).commons
  try {
    const layers = color.getBackgroundStack(text)
    return layers ? [[text, layers]] : []
  } catch {
    // axe throws for a text outside of the part of a list that scrolls.
    return []
  }
}

function describe({ node, any, all, none }: RawNodeResult<'failed'>): string {
  const messages = [...none, ...all, ...any].map(({ message }) => message)
  return `${node.selector.join(' ')} ${messages.join('; ')}`
}

const findVisible = () =>
  [...document.body.querySelectorAll('*')].filter((element) => element.checkVisibility({ visibilityProperty: true }))

/** The looks of texts that had no fault of contrast in the dark scheme in the stories of this page so far. */
const seen = new Set<string>()

/**
 * Faults of contrast in the dark scheme, which the page has now, of the texts of `light`: they have the same boxes as in
 * light. A text is not looked at if one of the same look was in an earlier story: letters of the same colour and size,
 * over layers of the same colours, images and opacities. A text whose layers are unknown is always
 * looked at, and all texts are where there is a frame, or where the dark scheme shows other elements.
 */
export async function findDarkContrast(light: AxeFindings): Promise<string[]> {
  const readLook = createLookReader()
  const looks = new Map([...light.layers].map(([text, layers]) => [text, readLook(text, layers)]))
  const isNew = (text: Element) => !seen.has(looks.get(text) ?? '')
  const hasOtherTexts =
    document.querySelector('iframe') !== null || findVisible().some((element) => !light.visible.has(element))
  const unseen = light.texts.filter(isNew)
  if (unseen.length === 0 && !hasOtherTexts) return []

  const { violations, texts } = await runAxe(hasOtherTexts ? document.body : { include: unseen }, {
    runOnly: { type: 'rule', values: [CONTRAST] },
  })
  // After a fault the page is replaced by a new one, which has seen nothing.
  for (const look of texts.map((text) => looks.get(text))) if (look !== undefined) seen.add(look)
  return violations
}

/** Returns a function that reads all that decides the contrast of a text over `layers`; styles are read once. */
function createLookReader(): (text: Element, layers: readonly Element[]) => string {
  const opacities = new Map<Element, string>()
  const opacityOf = (element: Element): string => {
    const known = opacities.get(element)
    if (known !== undefined) return known
    const { opacity, mixBlendMode, filter } = getComputedStyle(element)
    const own = [opacity, mixBlendMode, filter].join(' ')
    const above = element.parentElement ? opacityOf(element.parentElement) : ''
    const all = own === '1 normal none' ? above : `${above}/${own}`
    opacities.set(element, all)
    return all
  }
  const paints = new Map<Element, string>()
  const paintOf = (element: Element): string => {
    const known = paints.get(element)
    if (known !== undefined) return known
    const { backgroundColor, backgroundImage } = getComputedStyle(element)
    const paint = [backgroundColor, backgroundImage, opacityOf(element)].join(' ')
    paints.set(element, paint)
    return paint
  }
  return (text, layers) => {
    const { color, fontSize, fontWeight, textShadow, webkitTextStroke, webkitTextFillColor } = getComputedStyle(text)
    const letters = [color, fontSize, fontWeight, textShadow, webkitTextStroke, webkitTextFillColor, opacityOf(text)]
    return [...letters, ...layers.map(paintOf)].join('|')
  }
}
