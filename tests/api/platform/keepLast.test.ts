import { expect, test } from 'bun:test'
import { keepLast, keepLastByName } from '#api/platform/keepLast.ts'

/** Makes "name key 1", "name key 2" and so on; refuses the key "broken". */
function countedValues() {
  let made = 0
  return (text: string) => () => {
    made += 1
    return text.endsWith('broken') ? Promise.reject(new Error(text)) : Promise.resolve(`${text} ${made}`)
  }
}

test('The value of a key is made once, also for callers at the same time, and again for another key', async () => {
  const [keep, valueOf] = [keepLast<string>(), countedValues()]
  expect(await Promise.all([keep('a', valueOf('a')), keep('a', valueOf('a'))])).toEqual(['a 1', 'a 1'])
  expect(await keep('b', valueOf('b'))).toBe('b 2')
  expect(await keep('a', valueOf('a'))).toBe('a 3')
})

test('A value that could not be made is made again', async () => {
  const [keep, valueOf] = [keepLast<string>(), countedValues()]
  await expect(keep('a', valueOf('broken'))).rejects.toThrow('broken')
  expect(await keep('a', valueOf('a'))).toBe('a 2')
})

test('Each of the last names keeps its own value; the name that was kept first goes', async () => {
  const [keep, valueOf] = [keepLastByName<string>(2), countedValues()]
  expect(await keep('x', '1', valueOf('x'))).toBe('x 1')
  expect(await keep('y', '1', valueOf('y'))).toBe('y 2')
  expect(await keep('x', '1', valueOf('x'))).toBe('x 1')
  expect(await keep('x', '2', valueOf('x'))).toBe('x 3')
  expect(await keep('z', '1', valueOf('z'))).toBe('z 4')
  expect(await keep('x', '2', valueOf('x'))).toBe('x 3')
  expect(await keep('y', '1', valueOf('y'))).toBe('y 5')
})
