import { describe, expect, test } from 'bun:test'
import { attribute, child, children, childText, parseXml } from '#api/text/xml.ts'

const feed = `<?xml version='1.0' encoding='UTF-8'?>
<a:feed xmlns:a="urn:a"><!-- <entry> --><entry id="1 &amp; 2"><title>0</title><n>2401.00010</n></entry>
<entry><title>a &lt; b &#x3b1;&#945; <![CDATA[<i> & ]]></title></entry></a:feed>`

describe('XML from outside', () => {
  test('is read with its lists, its text and its attributes', () => {
    const root = child(parseXml(`\uFEFF${feed}\n`, { lists: ['entry'] }), 'feed')
    const [first, second, ...rest] = children(root, 'entry')
    expect(rest).toEqual([])
    expect(attribute(first, 'id')).toBe('1 & 2')
    expect(childText(first, 'title')).toBe('0')
    expect(childText(first, 'n')).toBe('2401.00010')
    expect(childText(second, 'title')).toBe('a < b αα <i> & ')
    expect(childText(second, 'toString')).toBe('')
    expect(child(second, 'missing')).toBeUndefined()
  })

  test('one element of a list is a list', () =>
    expect(children(child(parseXml('<f><e>1</e></f>', { lists: ['e'] }), 'f'), 'e')).toEqual(['1']))

  test.each([
    ['an entity bomb', '<!DOCTYPE b [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><b>&b;</b>', 'document type'],
    ['an external entity', '<!DOCTYPE b [<!ENTITY a SYSTEM "file:///etc/passwd">]><b>&a;</b>', 'document type'],
    ['a document type alone', '<!doctype html><html></html>', 'document type'],
    ['deep nesting', `${'<a>'.repeat(20_000)}${'</a>'.repeat(20_000)}`, 'not readable'],
    ['nothing', '  \n', 'empty'],
    ['plain text', 'Rate exceeded.', 'not XML'],
    ['a reserved name', '<a><__proto__>x</__proto__></a>', 'not readable'],
  ])('%s is refused', (_, xml, reason) => {
    expect(() => parseXml(xml, { lists: [] })).toThrow(SyntaxError)
    expect(() => parseXml(xml, { lists: [] })).toThrow(reason)
  })

  test.each([
    ['white space', ' \n\t '],
    ['a declaration', '<?xml version="1.0"?>'],
    ['several instructions', '<?xml version="1.0"?>\n<?style href="a>b"?><?c?>'],
    ['comments', '<!--a--> <!-- <b> --><!----><!-- - -->'],
    ['an end of a comment in an instruction', '<?a -->?><!-- ?> <f> -->'],
  ])('is read after %s, and refused when nothing follows', (_, prolog) => {
    expect(childText(parseXml(`${prolog}<f>1</f>`, { lists: [] }), 'f')).toBe('1')
    expect(child(parseXml(`${prolog}<f/>`, { lists: [] }), 'f')).toBe('')
    expect(() => parseXml(`${prolog}oops`, { lists: [] })).toThrow('not XML')
    expect(() => parseXml(`${prolog}<!-- <f>1</f>`, { lists: [] })).toThrow('not XML')
    expect(() => parseXml(`${prolog}<f>`, { lists: [] })).toThrow('too early')
  })

  test.each(['<!--a-->', '<?a?>', ' ', '<!--', '<?'])(
    'is read in linear time, however often it starts with %p',
    (part) => {
      const prolog = part.repeat(200_000)
      expect(() => parseXml(`${prolog}oops`, { lists: [] })).toThrow(SyntaxError)
      expect(() => parseXml(`${prolog}<f>`, { lists: [] })).toThrow(SyntaxError)
    },
  )

  test('is read after a great many comments', () =>
    expect(childText(parseXml(`${'<!--a-->'.repeat(200_000)}<f>1</f>`, { lists: [] }), 'f')).toBe('1'))

  test('a document that was cut off anywhere is refused', () => {
    for (let length = 1; length < feed.length; length++)
      expect(() => parseXml(feed.slice(0, length), { lists: ['entry'] })).toThrow(SyntaxError)
  })
})
