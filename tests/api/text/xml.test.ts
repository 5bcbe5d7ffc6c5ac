import { describe, expect, test } from 'bun:test'
import { parseXml } from '#api/text/xml.ts'
import { attribute, child, children, childText, textOf } from '#api/text/xmlElement.ts'

const feed = `<?xml version='1.0' encoding='UTF-8'?>
<a:feed xmlns:a="urn:a"><!-- <entry> --><entry id="1 &amp; 2"><title>0</title><n>2401.00010</n></entry>
<entry><title>a &lt; b &#x3b1;&#945; <![CDATA[<i> & ]]></title></entry></a:feed>`

describe('XML from a source', () => {
  test('is parsed with its lists, text and attributes', () => {
    const root = child(parseXml(`\uFEFF${feed}\n`), 'feed')
    const [first, second, ...rest] = children(root, 'entry')
    expect(rest).toEqual([])
    expect(attribute(first, 'id')).toBe('1 & 2')
    expect(childText(first, 'title')).toBe('0')
    expect(childText(first, 'n')).toBe('2401.00010')
    expect(childText(second, 'title')).toBe('a < b αα <i> & ')
    expect(childText(second, 'toString')).toBe('')
    expect(child(second, 'missing')).toBeUndefined()
  })

  test('has the content of mixed elements as received, with what is in them in its order', () => {
    const xml = '<f><t>H<s>2</s>O &lt; <i>a <b>c</b></i></t><t/><u>H<s>2</s>O</u></f>'
    const root = child(parseXml(xml, { mixed: ['t'] }), 'f')
    expect(children(root, 't').map(textOf)).toEqual(['H<s>2</s>O &lt; <i>a <b>c</b></i>', ''])
    expect(childText(root, 'u')).toBe('HO')
    expect(() => parseXml('<f><t>H<s>2</t></f>', { mixed: ['t'] })).toThrow('not well-formed')
  })

  test.each([
    '<!DOCTYPE f>',
    '<!DOCTYPE f SYSTEM "https://example.org/f.dtd">',
    `<!DOCTYPE f PUBLIC "-//Nowhere//DTD f//EN"\n"https://example.org/f.dtd">`,
  ])('is read behind the document type %j if that is to be skipped', (doctype) => {
    expect(childText(parseXml(`<?xml version="1.0"?>${doctype}<f>1</f>`, { skipDoctype: true }), 'f')).toBe('1')
    expect(() => parseXml(`${doctype}<f>1</f>`)).toThrow('document type')
    const declaring = doctype.replace(/>$/, '[<!ENTITY a SYSTEM "file:///etc/passwd">]>')
    expect(() => parseXml(`${declaring}<f>&a;</f>`, { skipDoctype: true })).toThrow('document type')
  })

  test.each([
    ['an entity expansion attack', '<!DOCTYPE b [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><b>&b;</b>', 'document type'],
    ['an external entity', '<!DOCTYPE b [<!ENTITY a SYSTEM "file:///etc/passwd">]><b>&a;</b>', 'document type'],
    ['a document type without entities', '<!doctype html><html></html>', 'document type'],
    ['deep nesting', `${'<a>'.repeat(20_000)}${'</a>'.repeat(20_000)}`, 'nested deeper than 64'],
    ['an empty document', '  \n', 'empty'],
    ['plain text', 'Rate exceeded.', 'not XML'],
    ['a tag that another one closes', '<f><a>x</b></f>', 'not well-formed'],
    ['text around the root element', '<f>1</f> more', 'not well-formed'],
    ['a second root element', '<f>1</f><g>2</g>', 'not well-formed'],
    ['too many elements', `<f>${'<a/>'.repeat(200_000)}</f>`, 'more than 100000 elements'],
    [
      'too many attributes',
      `<f ${Array.from({ length: 65 }, (_, n) => `a${n}=""`).join(' ')}/>`,
      'more than 64 attributes',
    ],
    ['too many references', `<f>${'&lt;'.repeat(60_000)}</f>`, 'more than 50000 references'],
    ['too much text', `<f>${'x'.repeat(1_100_000)}</f>`, 'more than 1048576 characters'],
  ])('is rejected: %s', (_, xml, reason) => {
    expect(() => parseXml(xml)).toThrow(SyntaxError)
    expect(() => parseXml(xml)).toThrow(reason)
  })

  test.each([
    ['white space', ' \n\t '],
    ['a declaration', '<?xml version="1.0"?>'],
    ['several instructions', '<?xml version="1.0"?>\n<?style href="a>b"?><?c?>'],
    ['comments', '<!--a--> <!-- <b> --><!----><!-- - -->'],
    ['the end of a comment inside an instruction', '<?a -->?><!-- ?> <f> -->'],
  ])('is parsed after %s, and rejected without a root element', (_, prolog) => {
    expect(childText(parseXml(`${prolog}<f>1</f>`), 'f')).toBe('1')
    expect(textOf(child(parseXml(`${prolog}<f/>`), 'f'))).toBe('')
    expect(() => parseXml(`${prolog}oops`)).toThrow('not XML')
    expect(() => parseXml(`${prolog}<!-- <f>1</f>`)).toThrow('not XML')
    expect(() => parseXml(`${prolog}<f>`)).toThrow('truncated')
  })

  test.each(['<!--a-->', '<?a?>', ' ', '<!--', '<?'])(
    'is parsed in linear time when it starts with very many of %p',
    (part) => {
      const prolog = part.repeat(200_000)
      expect(() => parseXml(`${prolog}oops`)).toThrow(SyntaxError)
      expect(() => parseXml(`${prolog}<f>`)).toThrow(SyntaxError)
    },
  )

  test('is parsed after 200,000 comments', () =>
    expect(childText(parseXml(`${'<!--a-->'.repeat(200_000)}<f>1</f>`), 'f')).toBe('1'))

  test('is rejected when it is truncated at any position', () => {
    for (let length = 1; length < feed.length; length++)
      expect(() => parseXml(feed.slice(0, length))).toThrow(SyntaxError)
  })
})
