import { describe, expect, test } from 'bun:test'
import { isIP } from 'node:net'
import { checkMailPort, resolveMailHost } from '#api/mail/mailHosts.ts'
import { isPrivateAddress } from '#api/platform/hosts.ts'

describe('Mail servers on private networks', () => {
  test('are recognised by their IP addresses, including IPv4-mapped IPv6', () => {
    const privateAddresses = `127.0.0.1 127.9.9.9 10.1.2.3 172.16.0.1 172.31.255.255 192.168.1.1 169.254.169.254
      100.64.0.1 0.0.0.0 224.0.0.1 255.255.255.255 ::1 :: fe80::1 fc00::1 fd12:3456::1 ff02::1 ::ffff:10.0.0.1
      ::127.0.0.1 ::ffff:0:127.0.0.1 2001::1 2001:0:4136:e378:8000:63bf:3fff:fdd2 fec0::1 feff::1 2001:20::1
      2002:7f00:1::1 64:ff9b::7f00:1 3fff::1 5f00::1 192.88.99.1
      ::ffff:169.254.169.254`
    expect(privateAddresses.split(/\s+/).filter((address) => !isPrivateAddress(address))).toEqual([])
    const publicAddresses =
      '8.8.8.8 172.15.0.1 172.32.0.1 192.169.0.1 100.128.0.1 2606:4700::1111 2001:4860:4860::8888 ::ffff:8.8.8.8'
    expect(publicAddresses.split(' ').filter(isPrivateAddress)).toEqual([])
  })

  test('are refused unless the configuration allows them', async () => {
    const strict = { allowPrivate: false, limitMs: 5_000 }
    for (const host of ['127.0.0.1', 'localhost', '169.254.169.254', '::1'])
      await expect(resolveMailHost(host, strict)).rejects.toMatchObject({ code: 'forbidden' })
    expect(isIP(await resolveMailHost('localhost', { ...strict, allowPrivate: true }))).not.toBe(0)
  })

  test('are also limited to the mail ports unless the configuration allows them', () => {
    for (const port of [25, 465, 587, 2525]) expect(() => checkMailPort(port, false)).not.toThrow()
    for (const port of [22, 80, 6379, 27_017]) expect(() => checkMailPort(port, false)).toThrow('ports 25, 465')
    expect(() => checkMailPort(6379, true)).not.toThrow()
  })
})
