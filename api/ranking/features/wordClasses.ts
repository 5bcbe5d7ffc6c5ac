/**
 * Classes of English words, by their form as written, for terms that a reader sees (`nameTerms`). A tagger would decide by
 * the sentence; here a few endings and the words of abstracts that they get wrong are enough.
 */
const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/))

/** Nouns of every abstract: no subject, neither alone nor beside another word. */
const emptyNouns = words(`ability advance advancement advantage aim approach aspect attempt author baseline basis
  capability case category challenge choice claim component conclusion condition consideration contribution
  criterion degree difference difficulty direction disadvantage drawback effectiveness efficacy effort element
  evidence example existence extent factor feasibility finding focus foundation frontier gain gap goal ground
  guideline idea impact implementation implication importance improvement increase influence insight issue kind lack
  level limit limitation magnitude majority manner matter means methodology minute motivation nature need notion
  number opportunity option outcome overview paradigm part performance perspective point possibility potential
  practice presence principle problem procedure progress proposal purpose quantity question range reason recipe
  regime regard relation requirement researcher respect result role scenario scope section sense setting setup
  shortcoming side significance situation size solution source stage step strength subject success superiority
  support target team technique tendency term thing threshold time total trend type unit usage use usefulness user
  validity value variant variety way weakness year`)
/** Nouns that say something beside another word only: "variance reduction", "instance segmentation". */
const pairedNouns = words(`analysis application area behavior benefit change collection comparison concept cost demand
  effect efficiency experiment failure framework function information knowledge literature mechanism method metric
  mode module objective output pattern phase phenomenon pipeline process proof property quality rate reduction
  research resource response rule scheme selection set state strategy structure study suite survey system task test
  theory topic tool understanding utility version view work world absence account act addition amount assumption
  bottleneck call combination concern correctness counterpart date day decade dependence detail discrepancy drop end
  fact fashion form hope instance interest lag landscape lesson look match move necessity occurrence order place
  position reality relationship reliance rise start statement status subset`)

/** Verbs that name no subject in any form: "achieving". */
const emptyVerbs = words(`achieve address adopt aim allow apply attain avoid become begin belong bring cause comprise
  conduct consider consist contain contribute cover deliver demonstrate depend derive describe determine develop differ
  discuss employ enable encounter enhance ensure establish exceed exhibit exist expand exploit explore extend facilitate
  find focus follow foster fulfill gain generate give grow guarantee handle help hinder hold illustrate improve include
  incorporate increase incur indicate induce involve introduce investigate keep lack leverage lie limit maintain meet
  mitigate motivate obtain occur offer operate outperform overcome overlook possess present preserve prevent produce
  promise promote propose prove provide pursue range reach receive reduce rely remain remove report require retain reveal
  run satisfy seek serve share show streamline strengthen strive struggle suffer suggest support surpass sustain tackle
  take tend test think turn uncover underscore undertake unlock utilize validate vary yield accelerate advance alleviate
  bridge boost combine complicate create deepen degrade emerge emphasize empower encourage evaluate examine face fail
  highlight identify impair impede inform inspire integrate necessitate observe pave pose reinforce render resolve pass answer write become
  showcase shape simplify stem transform undermine unify
  appear argue arise ask assume await characterize clarify conclude confirm constitute decrease
  deviate devise diverge excel hypothesize ignore imply impose mislead neglect persist prioritize proceed realize
  undergo convey`)
/** Verbs of which only the form in -ing can be a subject: "encoding", not "encodes". */
const verbs =
  words(`adapt align analyze annotate approximate assess assign attend augment build calibrate capture choose
  classify compare compress compute condition connect construct correct decide decode decompose define denoise deploy
  detect discover distill edit eliminate embed encode encourage enforce estimate expect explain express extract fit
  formulate fuse generalize hallucinate infer initialize interact interpret iterate learn localize manage maximize measure
  minimize modify optimize outline parse penalize perceive perform plan predict preserve process quantify quantize reason
  recognize reconstruct recover refine regularize represent reproduce retrieve rewrite sample segment select simulate solve
  specify stabilize store summarize synthesize track train translate transmit understand update verify`)

/** Adjectives and adverbs that no ending below gives away, and participles that say nothing of what they qualify. */
const qualities =
  words(`able abundant accurate adjacent alone apart appropriate arbitrary aware available average bad best
  better big bigger brief bright broad broader careful certain clear clearer close closer coarse cold common complementary
  complete complex concise concrete consistent convenient correct crucial cumbersome current dark deep deeper dense
  different difficult direct discrete distinct diverse dominant double dramatic dynamic early earlier easy easier efficient
  empty enough entire equal equivalent exact exemplary existing expert explicit extant extra extreme fair false familiar
  far fast faster fewer fine finer finest firm fit flat former free frequent fresh frozen full further future general good
  great greater growing half hard harder heavy hidden high higher highest honest hot huge ideal immediate implicit
  important incomplete inconsistent independent inherent initial insufficient intelligent intermediate intricate joint
  just key large larger largest last late later latest latter lean least left less light lightweight likely little loose low
  lower lowest main major many massive mature mere mid minor mixed modern modest multi multiple mutual naive narrow native
  near nearby necessary neighboring new newer next nice noisy non novel obvious odd off old older one only open opposite
  other overall own paramount partial particular past perfect persistent poor popular powerful precise preliminary present
  prevalent previous primary prior proficient prominent promising proper pure quick random rapid rare raw ready real recent
  redundant regular related relevant reliant remaining remote replete resilient resulting rich right rigid ripe robust rough
  round salient same satisfactory scarce second secondary secure separate severe shallow sharp short shorter significant
  similar simple simpler single slight slow slower small smaller smart smooth smoother soft solid sparse special stable stark
  state static steady steep stiff straightforward strict strong stronger subsequent subtle sudden sufficient suitable super
  superior sure surrounding temporary tense thick thin third thorough tight tiny top total tough transparent true typical
  unaware uncertain unclear underlying unfair uniform unique unknown unseen unstable upper usual vague valid varying vast
  versatile very visible vulnerable warm weak weaker wide wider widespread wise worse worst worth wrong young yet zero
  along together meanwhile hence thus often toward towards without versus via de la le les du der die das und et al eg ie
  absent beyond despite unlike though six seven eight nine ten eleven twelve twenty dozen thousand thousands million
  millions billion billions dozens tens percent longer besides soon sometimes twice ones nothing around behind
  upcoming spanning featuring regarding found built taken understood`)

/** Nouns with the ending of an adjective, and adjectives that are used as nouns of their own. */
const nounsInspite = words(`signal retrieval removal crystal metal journal animal mineral interval portal terminal
  credential integral differential numeral canal hospital material manual tutorial trial survival approval refusal
  referral rehearsal reversal renewal disposal appraisal withdrawal arousal potential chemical capital festival dial goal
  legal retinal topic logic traffic music arithmetic heuristic plastic fabric magic clinic epidemic pandemic polemic
  optic tactic perovskite lyric comic antibiotic graphic ceramic metric statistic mosaic public narrative perspective
  incentive additive adjective alternative derivative primitive directive locomotive archive drive dive motive octave
  table variable cable observable vegetable wearable cell seed speed feed bed weed breed reed hundred assembly anomaly
  library dictionary boundary summary vocabulary
  glossary binary dignitary family supply fly reply ally butterfly monopoly homily`)
const adjectiveEnding = /(?:al|ive|ous|[^aeiou]ic|able|ible|ful|less|ed|ly|ary|wise|ward|esque)$/

/** Words in -s that are no plural and no verb, or plurals that stand before a noun. */
const sWords = words(`news series species lens bias gas chaos canvas atlas texas kansas mars venus graphics physics
  systems materials sports operations communications humanities sales arms customs goods genomics proteomics always
  less across plus versus thus this`)

/** The word without the ending of a plural or of a form in -s. */
function singular(word: string): string {
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (/(?:ss|[sc]h|x|zz)es$/.test(word)) return word.slice(0, -2)
  return isInS(word) ? word.slice(0, -1) : word
}

/** Whether a word looks like a plural noun or a verb of the third person. */
export const isInS = (word: string): boolean =>
  word.length > 3 && word.endsWith('s') && !/(?:ss|us|is|ics|['’]s)$/.test(word) && !sWords.has(word)

/** The verb that a form in -ing, -ed, -s may be of; several guesses. */
function* basesOf(word: string): Generator<string> {
  yield word
  const [, ing] = /^(.+)ing$/.exec(word) ?? []
  const [, ed] = /^(.+)ed$/.exec(word) ?? []
  if (word.endsWith('s')) yield singular(word)
  if (word.endsWith('es')) yield word.slice(0, -1)
  for (const part of [ing, ed]) {
    if (part === undefined) continue
    yield part
    yield `${part}e`
    if (part.at(-1) === part.at(-2)) yield part.slice(0, -1)
    if (part.endsWith('i')) yield `${part.slice(0, -1)}y`
  }
}

const isFormOf = (word: string, list: ReadonlySet<string>) => basesOf(word).some((base) => list.has(base))

/** Whether the word, in lower case, is a form of a verb that cannot be the subject of a paper. */
export const isVerb = (word: string): boolean =>
  isFormOf(word, emptyVerbs) || (!word.endsWith('ing') && isFormOf(word, verbs))

/** Whether the word, in lower case, qualifies another one: an adjective or adverb. */
export const isQuality = (word: string): boolean =>
  qualities.has(word) || (adjectiveEnding.test(word) && !nounsInspite.has(word))

/** Whether the noun, in lower case, says nothing: `alone`, or as the first or last word of a term. */
export function isEmpty(word: string, { alone }: { alone: boolean }): boolean {
  const base = singular(word)
  return emptyNouns.has(base) || (alone && pairedNouns.has(base))
}
