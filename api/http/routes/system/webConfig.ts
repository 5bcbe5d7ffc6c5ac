import { Elysia } from 'elysia'
import { version } from '../../../../package.json'
import { PublicConfig } from '../../../contract/auth.ts'
import type { Product } from '../../../services/product.ts'
import { auth } from '../../plugins/auth.ts'

export const configRoutes = (product: Product) =>
  new Elysia({ name: 'routes.config', prefix: '/config', tags: ['config'] }).use(auth(product)).get(
    '',
    () => {
      const { projectId, apiKey, authDomain, emulatorHost } = product.config.firebase
      return {
        version,
        firebase: {
          project_id: projectId,
          api_key: apiKey,
          auth_domain: authDomain,
          ...(emulatorHost !== undefined && { emulator_url: `http://${emulatorHost}` }),
        },
        features: {
          demo_accounts: product.config.embedded.identity,
          outbox_page: product.sink !== undefined,
          sample_library: !product.config.production,
        },
      }
    },
    {
      role: 'public',
      response: { 200: PublicConfig },
      detail: { summary: 'Configuration that the browser needs before sign-in' },
    },
  )
