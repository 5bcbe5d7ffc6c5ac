/** Reads "plural=singular" entries that are separated by white space. */
export const parseTable = (list: string): ReadonlyMap<string, string> =>
  new Map(
    list
      .trim()
      .split(/\s+/)
      .map((entry) => entry.split('=', 2) as [string, string]),
  )

/** Plural -> singular, where it is not formed with -s, -es or -ies. */
export const irregularPlurals = parseTable(`axes=axis bases=basis matrices=matrix indices=index vertices=vertex
  vortices=vortex simplices=simplex appendices=appendix helices=helix cortices=cortex phenomena=phenomenon
  criteria=criterion automata=automaton polyhedra=polyhedron taxa=taxon spectra=spectrum quanta=quantum maxima=maximum
  minima=minimum optima=optimum extrema=extremum momenta=momentum bacteria=bacterium equilibria=equilibrium
  continua=continuum vacua=vacuum strata=stratum nuclei=nucleus radii=radius stimuli=stimulus foci=focus loci=locus
  fungi=fungus genera=genus corpora=corpus crises=crisis theses=thesis syntheses=synthesis hypotheses=hypothesis
  parentheses=parenthesis analyses=analysis biases=bias lenses=lens gases=gas novae=nova supernovae=supernova
  nebulae=nebula formulae=formula mice=mouse feet=foot teeth=tooth men=man women=woman children=child lives=life
  leaves=leaf halves=half shelves=shelf wolves=wolf knives=knife`)

const pluralsByBase = Map.groupBy(irregularPlurals.keys(), (plural) => irregularPlurals.get(plural) ?? '')

/** Words in -s that are not plurals of the word without it. */
const notPlurals = new Set(['news', 'means', 'does', 'lens', 'series', 'species', 'physics'])
/** Shorter words have no plural here: "GP" and "GPS" are different words. */
const SINGULAR_MIN = 3

/** Returns a folded word with its English singular and plural: for "study" as for "studies", both of them. */
export function pluralForms(word: string): ReadonlySet<string> {
  const singulars = [word.slice(0, -1), word.slice(0, -2), `${word.slice(0, -3)}y`]
  return new Set([
    word,
    ...pluralsOf(word),
    ...singulars.filter((singular) => pluralsOf(singular).includes(word)),
    ...(irregularPlurals.has(word) ? [irregularPlurals.get(word) ?? ''] : []),
  ])
}

function pluralsOf(word: string): string[] {
  if (word.length < SINGULAR_MIN) return []
  return [
    ...(word.endsWith('s') ? [] : [`${word}s`]),
    ...(/(?:[sxzo]|[cs]h)$/.test(word) ? [`${word}es`] : []),
    ...(word.endsWith('y') ? [`${word.slice(0, -1)}ies`] : []),
    ...(pluralsByBase.get(word) ?? []),
  ].filter((plural) => !notPlurals.has(plural))
}
