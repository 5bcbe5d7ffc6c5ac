import { Elysia } from 'elysia'
import {
  DeviceCode,
  DeviceDecisionResult,
  DeviceDecision,
  DeviceLookup,
  DevicePoll,
  DeviceRequest,
  DeviceStart,
  DeviceToken,
} from '../../../contract/auth.ts'
import { failures } from '../../../contract/errors.ts'
import {
  decideDeviceLogin,
  findDeviceLogin,
  pollDeviceLogin,
  startDeviceLogin,
} from '../../../services/accounts/deviceLogin.ts'
import type { Product } from '../../../services/product.ts'
import { auth } from '../../plugins/auth.ts'
import { ipAddressOf } from '../../plugins/ipAddress.ts'
import { limitFailures, limitGuesses, limitsOf } from '../../plugins/limiters.ts'

/** Sign-in of terminals with the device authorization grant (RFC 8628). */
export const deviceRoutes = (product: Product) =>
  new Elysia({ name: 'routes.device', prefix: '/auth/device', tags: ['auth'] })
    .use(auth(product))
    .post(
      '',
      ({ body, request, server }) => {
        const ipAddress = ipAddressOf(request, server, product.config)
        limitsOf(product).deviceCodes.use(ipAddress)
        return startDeviceLogin(product, body.device, ipAddress ?? 'this machine')
      },
      {
        role: 'public',
        body: DeviceStart,
        response: { 200: DeviceCode, ...failures('invalid-input', 'rate-limited') },
        detail: { summary: 'Start the sign-in of a terminal' },
      },
    )
    .post(
      '/token',
      ({ body, request, server }) =>
        limitFailures(
          product,
          ipAddressOf(request, server, product.config),
          () => pollDeviceLogin(product, body.device_code),
          ({ status }) => status === 'expired_token',
        ),
      {
        role: 'token',
        body: DevicePoll,
        response: { 200: DeviceToken, ...failures('invalid-input', 'rate-limited') },
        detail: { summary: "Poll the state of a terminal's sign-in; the token is returned once" },
      },
    )
    .get('', ({ query, user }) => limitGuesses(product, user._id, () => findDeviceLogin(query.user_code)), {
      role: 'user',
      scope: 'never',
      query: DeviceLookup,
      response: {
        200: DeviceRequest,
        ...failures('unauthenticated', 'forbidden', 'not-found', 'invalid-input', 'rate-limited', 'unavailable'),
      },
      detail: { summary: 'Get the pending sign-in of a code' },
    })
    .post(
      '/approve',
      async ({ body, user }) => {
        limitsOf(product).approvals.use(user._id)
        await limitGuesses(product, user._id, () => decideDeviceLogin(user, body.user_code, body.approve))
        return { approved: body.approve }
      },
      {
        role: 'user',
        scope: 'never',
        body: DeviceDecision,
        response: {
          200: DeviceDecisionResult,
          ...failures('unauthenticated', 'forbidden', 'not-found', 'invalid-input', 'rate-limited', 'unavailable'),
        },
        detail: { summary: 'Approve or deny the sign-in of a terminal to the account of the caller' },
      },
    )
