import { isCommonWord } from './loosen.ts'

/** Scripts of other languages. Greek letters are formulas unless three follow each other. */
const scripts: readonly (readonly [RegExp, string])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'Japanese'],
  [/\p{Script=Han}/u, 'Chinese'],
  [/\p{Script=Hangul}/u, 'Korean'],
  [/\p{Script=Cyrillic}{2}/u, 'a language in Cyrillic letters'],
  [/\p{Script=Arabic}{2}/u, 'a language in Arabic letters'],
  [/\p{Script=Hebrew}{2}/u, 'Hebrew'],
  [/\p{Script=Devanagari}{2}/u, 'Hindi'],
  [/\p{Script=Thai}{2}/u, 'Thai'],
  [/\p{Script=Greek}{3}/u, 'Greek'],
]

/** Function words and endings that English and the names of people do not have. */
const languages: readonly { name: string; words: ReadonlySet<string>; ending: RegExp }[] = [
  {
    name: 'French',
    words: new Set(
      'les des une dans pour par sur avec sans aux est qui entre chez leur leurs cette ces nous'.split(' '),
    ),
    ending: /(?:éseaux?|onaux|issages?|[^a]ité|ités|ées|èmes?|èles?)$/u,
  },
  {
    name: 'German',
    words: new Set('und für mit im zur zum über eine einer eines einem nicht durch bei auf wie oder aus'.split(' ')),
    ending:
      /(?:lich|isch)e[nrsm]?$|(?:keit|heit|schaft|ungen|igung|ierung|igenz|[rv]genz|ferenz|quenz|ät|netze|lernen)$/u,
  },
  {
    name: 'Spanish',
    words: new Set('para por una unos unas como sobre mediante entre con según'.split(' ')),
    ending: /(?:ción|ciones|sión|dades|mientos?|izaje|ísticas?|ógicas?|onales|ágenes)$/u,
  },
  {
    name: 'Portuguese',
    words: new Set('para uma umas como sobre entre com não pelo pela são'.split(' ')),
    ending: /(?:ção|ções|dade|dades|izagem|izado|ência|ências)$/u,
  },
  {
    name: 'Italian',
    words: new Set('nel nella nelle della delle degli gli sono una con sulla dello'.split(' ')),
    ending: /(?:zione|zioni|dimento|ità|eurali|onali)$/u,
  },
  {
    name: 'Dutch',
    words: new Set('het een voor met niet naar bij zijn'.split(' ')),
    ending: /(?:heid|lijke?|ische)$/u,
  },
  {
    name: 'Polish',
    words: new Set('dla oraz przez jest nie'.split(' ')),
    ending: /(?:ość|ości|owych|owego)$/u,
  },
  { name: 'Turkish', words: new Set('ve için bir ile'.split(' ')), ending: /(?:ları|leri|lığı|liği|mesi|ması)$/u },
]

/** English words that other languages have, too. */
const shared = new Set('a an as at in is it me no on so was do des most'.split(' '))

/**
 * The language in which a question seems to be asked, if it is not English; null for English, and where too little says
 * so. By its script, or by words and endings of which English has none.
 */
export function guessLanguage(q: string): string | null {
  const script = scripts.find(([pattern]) => pattern.test(q))
  if (script) return script[1]
  const words = q.normalize('NFC').match(/\p{L}+/gu) ?? []
  if (words.some((word) => isCommonWord(word.toLowerCase()) && !shared.has(word.toLowerCase()))) return null
  const rated = languages
    .map(({ name, words: functionWords, ending }) => ({
      name,
      // In capitals, it is an abbreviation: "MIT".
      points:
        words.filter((word) => functionWords.has(word)).length +
        words.filter((word) => word.length > 4 && ending.test(word.toLowerCase())).length,
    }))
    .toSorted((one, other) => other.points - one.points)
  const [best, second] = rated
  if (!best || best.points === 0) return null
  return second?.points === best.points ? `${best.name} or ${second.name}` : best.name
}
