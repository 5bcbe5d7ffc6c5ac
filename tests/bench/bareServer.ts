import { MongoClient } from 'mongodb'

// The same query and the same bytes as `GET /papers/recent`, without all that the product does beside it: the baseline of
// `requests.ts`. Arguments: address of the database, ISO instant since which papers are listed, number of papers.
const [uri = '', since = '', limit = '100'] = process.argv.slice(2)
const client = new MongoClient(uri, { maxPoolSize: 20 })
const papers = client.db().collection('papers')
const filter = { stored_at: { $gte: new Date(since) }, joined_into: { $exists: false } }
const toAnswer = ({ _id: id, published_at, updated_at, ...fields }: Record<string, unknown>) => ({
  id,
  ...fields,
  published_at,
  updated_at,
})
const SHOWN =
  'source source_id version title abstract title_segments abstract_segments authors categories primary_category ' +
  'published_at updated_at announced_on announce_type urls doi comment journal_ref license withdrawn metrics'
const projection = Object.fromEntries(SHOWN.split(' ').map((name) => [name, 1]))

const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  async fetch() {
    const [records, total] = await Promise.all([
      papers.find(filter, { projection }).sort({ stored_at: -1, _id: -1 }).limit(Number(limit)).toArray(),
      papers.countDocuments(filter, { limit: 1_000 }),
    ])
    return Response.json({ items: records.map(toAnswer), total, skip: 0, limit: Number(limit) })
  },
})
console.log(server.url.href)
