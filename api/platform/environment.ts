import { Type, type Static } from '@sinclair/typebox'
import { backupSettings } from './backupSettings.ts'
import { openSearchSettings } from './openSearchSettings.ts'
import { gap, text, WEB_ADDRESS, webAddress, withDefault } from './settingForms.ts'

export const GOOGLE_KEYS_URL =
  'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com'

/** The shortest pauses between two requests to PubMed, in milliseconds: three requests a second, ten with a key. */
export const PUBMED_GAP_MIN_MS = { free: 370, withKey: 110 } as const

/** Schema of all environment variables. `api/README.md` lists them. */
export const Settings = Type.Object({
  NODE_ENV: withDefault('^(development|test|production)$', 'development', {
    meaning: 'What the process is for; production allows neither embedded parts nor invented secrets',
    expected: 'development, test or production',
    example: 'production',
  }),
  HOST: withDefault('^[A-Za-z0-9.:_-]+$', '127.0.0.1', {
    meaning: 'The network address to listen on',
    expected: 'a host name or an IP address',
    example: '127.0.0.1',
  }),
  PORT: {
    ...Type.Integer({ minimum: 0, maximum: 65_535, default: 3000 }),
    meaning: 'The port to listen on; 0 takes a free one',
    expected: 'a whole number from 0 to 65535',
    example: '3000',
  },
  PUBLIC_URL: text(WEB_ADDRESS, {
    meaning: 'The address under which readers reach the product; links in mails begin with it; https in production',
    expected: 'an address beginning with http:// or https://',
    example: 'https://papers.example.org',
    otherwise: 'http:// with HOST and PORT',
  }),
  PAPERDAWN_DATA: withDefault('.', './data', {
    meaning: 'Folder for all data stored on this machine',
    expected: 'a path',
    example: './data',
  }),
  PAPERDAWN_SEARCH: text('.', {
    meaning: 'Folder of the search index, which processes of one machine and one database may share',
    expected: 'a path',
    example: '/var/cache/paperdawn/search',
    otherwise: '`search` in PAPERDAWN_DATA',
  }),
  PAPERDAWN_ROLES: withDefault('^(web|worker)(,(web|worker))*$', 'web,worker', {
    meaning: 'What this process does: serve requests (web), run jobs (worker)',
    expected: 'web, worker or both, separated by a comma',
    example: 'web,worker',
  }),
  PAPERDAWN_SECRET: text('^.{32,}$', {
    meaning: 'The secret from which the keys of tokens and of stored passwords are derived',
    expected: 'at least 32 characters',
    example: 'the output of: openssl rand -base64 32',
    otherwise: 'in development made once and kept in the data folder',
  }),
  PAPERDAWN_IDLE_DAYS: {
    ...Type.Integer({ minimum: 0, maximum: 3_650, default: 30 }),
    meaning: 'Days after which a browser that was not used is signed out; 0 for never',
    expected: 'a whole number from 0 to 3650',
    example: '30',
  },
  PAPERDAWN_CLOCK: text('^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,3})?)?(Z|[+-]\\d{2}:\\d{2})$', {
    meaning: 'The instant at which the clock starts, to replay past days; not in production',
    expected: 'an ISO 8601 instant with its zone',
    example: '2026-11-16T01:00:00Z',
    otherwise: 'the real time',
  }),
  PAPERDAWN_SAMPLES: withDefault('^(auto|off)$', 'auto', {
    meaning:
      'Whether invented papers come by themselves when arXiv is not reached within ten seconds of the first start; ' +
      'only with the embedded database and sign-in',
    expected: 'auto or off',
    example: 'off',
  }),
  LOG_LEVEL: text('^(trace|debug|info|warn|error|fatal|silent)$', {
    meaning: 'The least important log line that is still written',
    expected: 'trace, debug, info, warn, error, fatal or silent',
    example: 'info',
    otherwise: 'info; silent in tests',
  }),
  MONGODB_URI: text('^mongodb(\\+srv)?://\\S+$', {
    meaning: 'The database: a replica set or a sharded cluster',
    expected: 'an address beginning with mongodb:// or mongodb+srv://',
    example: 'mongodb://db1.example.org,db2.example.org/paperdawn?replicaSet=rs0',
    otherwise: 'an embedded mongod in the data folder',
  }),
  MONGOD_BINARY: text('.', {
    meaning: 'The mongod program that the embedded database runs',
    expected: 'a path',
    example: '/usr/bin/mongod',
    otherwise: 'found on the PATH or fetched once',
  }),
  ...backupSettings,
  ...openSearchSettings,
  FIREBASE_PROJECT_ID: text('^[a-z][a-z0-9-]{3,29}$', {
    meaning: 'The Firebase project whose accounts may sign in',
    expected: '4 to 30 lower-case letters, digits and hyphens',
    example: 'paperdawn-prod',
    otherwise: 'an embedded Firebase Auth emulator',
  }),
  FIREBASE_API_KEY: text('^\\S+$', {
    meaning: "The Firebase project's web API key",
    expected: 'a key without blanks',
    example: 'the apiKey of the Firebase console',
  }),
  FIREBASE_AUTH_DOMAIN: text('^[A-Za-z0-9.-]+(:\\d+)?$', {
    meaning: 'The domain of the sign-in helper pages',
    expected: 'a domain without https://',
    example: 'paperdawn-prod.firebaseapp.com',
  }),
  FIREBASE_KEYS_URL: webAddress(
    'Where the public keys of ID tokens are read (JWKS); https in production',
    GOOGLE_KEYS_URL,
  ),
  FIREBASE_AUTH_EMULATOR_HOST: text('^[A-Za-z0-9.:[\\]-]+:\\d+$', {
    meaning: 'A Firebase Auth emulator on this machine that runs already; its unsigned tokens are accepted',
    expected: 'a host and a port',
    example: '127.0.0.1:9099',
  }),
  ADMIN_EMAIL_DOMAIN: text('^[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)+$', {
    meaning: 'Verified addresses of exactly this domain are admins',
    expected: 'a domain',
    example: 'example.org',
    otherwise: 'paperdawn.test with the embedded emulator, else no domain',
  }),
  ADMIN_EMAIL: text('^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$', {
    meaning: 'One verified address that is an admin',
    expected: 'an e-mail address',
    example: 'admin@example.org',
  }),
  CONTACT_EMAIL: text('^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$', {
    meaning: 'The address that paper sources find in our User-Agent',
    expected: 'an e-mail address',
    example: 'papers@example.org',
    otherwise: 'ADMIN_EMAIL, else postmaster at the admin domain',
  }),
  TRUSTED_PROXIES: text('.', {
    meaning: 'Proxies whose X-Forwarded-For header is trusted',
    expected: 'IP addresses and networks separated by commas',
    example: '10.0.0.5, 10.1.0.0/16',
    otherwise: 'none',
  }),
  HTTPS_PROXY: text('.', {
    meaning: 'A proxy for requests to sources; it decides which addresses may be reached',
    expected: 'the address of a proxy',
    example: 'http://proxy.example.org:3128',
    otherwise: 'none: in production requests to sources only reach public addresses',
  }),
  SMTP_ALLOW_PRIVATE: {
    ...Type.Optional(Type.Boolean()),
    meaning: 'Lets the mail settings name a relay on a private or local network',
    expected: 'true or false',
    example: 'true',
    otherwise: 'false in production, else true',
  },
  PAPERDAWN_EMBEDDING: text('.', {
    meaning: 'Folder of the embedding model for machines that cannot fetch it; off for none',
    expected: 'a path or off',
    example: 'off',
    otherwise: 'fetched once in the background',
  }),
  PAPERDAWN_EMBEDDING_URL: text(WEB_ADDRESS, {
    meaning: 'An embedding server in the form of OpenAI’s API, instead of the model on this machine',
    expected: 'an address beginning with http:// or https://',
    example: 'http://127.0.0.1:8080/v1',
  }),
  PAPERDAWN_EMBEDDING_MODEL: text('^\\S+$', {
    meaning: 'The model of the embedding server',
    expected: 'a name without blanks',
    example: 'bge-m3',
  }),
  PAPERDAWN_EMBEDDING_KEY: text('^\\S+$', {
    meaning: 'The key of the embedding server, if it needs one',
    expected: 'a key without blanks',
    example: 'sk-local-1',
  }),
  ARXIV_RSS_URL: webAddress("arXiv's feeds of announcements", 'https://rss.arxiv.org'),
  ARXIV_OAI_URL: webAddress("arXiv's OAI-PMH service", 'https://oaipmh.arxiv.org/oai'),
  ARXIV_API_URL: webAddress("arXiv's query API", 'https://export.arxiv.org/api/query'),
  ARXIV_HTML_URL: webAddress(
    'the HTML of papers at arXiv, from which their texts are compared',
    'https://arxiv.org/html',
  ),
  ARXIV_GAP_MS: gap(
    'Minimum milliseconds between two requests to arXiv; below 3000 only for simulators, never in production',
    3000,
  ),
  BIORXIV_URL: webAddress('the API of bioRxiv and medRxiv', 'https://api.biorxiv.org'),
  BIORXIV_GAP_MS: gap(
    'Minimum milliseconds between two requests to bioRxiv and medRxiv; below 1000 only for simulators',
    1000,
  ),
  EPRINT_URL: webAddress('the OAI-PMH service of the IACR Cryptology ePrint Archive', 'https://eprint.iacr.org/oai'),
  EPRINT_GAP_MS: gap('Minimum milliseconds between two requests to IACR ePrint; below 5000 only for simulators', 5000),
  PUBMED_URL: webAddress('the E-utilities of NCBI, for PubMed', 'https://eutils.ncbi.nlm.nih.gov/entrez/eutils'),
  PUBMED_GAP_MS: {
    ...Type.Optional(Type.Integer({ minimum: 0 })),
    meaning: `Minimum milliseconds between two requests to PubMed; below ${PUBMED_GAP_MIN_MS.free} only with a key or for simulators`,
    expected: 'a whole number of milliseconds',
    example: `${PUBMED_GAP_MIN_MS.free}`,
    otherwise: `${PUBMED_GAP_MIN_MS.free}, or ${PUBMED_GAP_MIN_MS.withKey} with a key`,
  },
  PUBMED_API_KEY: text('^[\\w-]+$', {
    meaning:
      'The key of an account at NCBI, with which PubMed allows ten requests a second in place of three; one that an admin saves replaces it',
    expected: 'a key of letters and digits',
    example: '0123456789abcdef0123456789abcdef0123',
  }),
  SEMANTIC_SCHOLAR_URL: webAddress('the Graph API of Semantic Scholar', 'https://api.semanticscholar.org/graph/v1'),
  OPENALEX_URL: webAddress('the API of OpenAlex', 'https://api.openalex.org'),
  EUROPEPMC_URL: webAddress('the REST API of Europe PMC', 'https://www.ebi.ac.uk/europepmc/webservices/rest'),
  HUGGINGFACE_URL: webAddress('Hugging Face, for its list of daily papers', 'https://huggingface.co'),
  INSPIRE_URL: webAddress('the API of INSPIRE-HEP', 'https://inspirehep.net/api'),
  ADS_URL: webAddress('the API of NASA ADS', 'https://api.adsabs.harvard.edu/v1'),
  OPENREVIEW_URL: webAddress('the API 2 of OpenReview, for venues since 2023', 'https://api2.openreview.net'),
  OPENREVIEW_OLD_URL: webAddress('the API 1 of OpenReview, for older venues', 'https://api.openreview.net'),
  ZOTERO_URL: webAddress('the API of Zotero, for the libraries that readers connect', 'https://api.zotero.org'),
  FEED_GAP_MS: gap(
    'Minimum milliseconds between two requests to the host of a feed; below 2000 only for simulators',
    2000,
  ),
  RETRACTION_WATCH_URL: webAddress(
    'the file of the Retraction Watch Database',
    'https://gitlab.com/crossref/retraction-watch-data/-/raw/main/retraction_watch.csv',
  ),
  CROSSREF_API_URL: webAddress("Crossref's REST API, which is asked for papers with a DOI", 'https://api.crossref.org'),
  CROSSREF_GAP_MS: {
    ...Type.Optional(Type.Integer({ minimum: 0 })),
    meaning: 'Minimum milliseconds between two requests to Crossref; below 250 only for simulators',
    expected: 'a whole number of milliseconds',
    example: '250',
    otherwise: '250, or 1000 without a contact address',
  },
})
export type Settings = Static<typeof Settings>
