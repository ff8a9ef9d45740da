/**
 * Endpoints of the authorization service: codes, device grant, introspection, discovery. Part of authContract.
 * Source: wire-contract.md section 1, spec 7.5; RFC 6749, 7636, 7662, 8414, 8628, 9207.
 */
import * as v from 'valibot';
import { endpoint, optionalText } from '#shared/contract.ts';

const short = v.pipe(optionalText, v.maxLength(200));
const token = v.pipe(optionalText, v.maxLength(4096));

/** RFC 7662: an inactive token has no field but `active`. */
const introspection = v.object({
  active: v.boolean(),
  scope: v.optional(v.string()),
  client_id: v.optional(v.string()),
  sub: v.optional(v.string()),
  token_type: v.optional(v.string()),
  /** Epoch seconds, as `iat`. */
  exp: v.optional(v.number()),
  iat: v.optional(v.number()),
  iss: v.optional(v.string()),
  aud: v.optional(v.string()),
});

export type Introspection = v.InferOutput<typeof introspection>;

const texts = v.array(v.string());

export const serverMetadata = v.object({
  issuer: v.string(),
  authorization_endpoint: v.string(),
  token_endpoint: v.string(),
  device_authorization_endpoint: v.string(),
  revocation_endpoint: v.string(),
  introspection_endpoint: v.string(),
  jwks_uri: v.string(),
  service_documentation: v.string(),
  scopes_supported: texts,
  response_types_supported: texts,
  response_modes_supported: texts,
  grant_types_supported: texts,
  code_challenge_methods_supported: texts,
  token_endpoint_auth_methods_supported: texts,
  revocation_endpoint_auth_methods_supported: texts,
  introspection_endpoint_auth_methods_supported: texts,
  ui_locales_supported: texts,
  authorization_response_iss_parameter_supported: v.boolean(),
});

export type ServerMetadata = v.InferOutput<typeof serverMetadata>;

export const oauthEndpoints = {
  authorize: endpoint({
    id: 'auth.authorize',
    method: 'POST',
    path: '/v1/user/authorize',
    host: 'user',
    callers: 'person',
    dialect: 'oauth',
    idempotency: 'never',
    query: v.object({ client_id: short }),
    body: v.object({
      client_id: short,
      /** `code`. */
      response_type: short,
      /** A registered address of the client; absent for a code that travels by other means. */
      redirect_uri: v.pipe(optionalText, v.maxLength(2_000)),
      /** `user+pan+offline`, or with spaces; absent asks for all that the bearer and the client may have. */
      scope: short,
      state: v.pipe(optionalText, v.maxLength(2_000)),
      /** S256 of the verifier, base64url. */
      code_challenge: short,
      /** `S256`. */
      code_challenge_method: short,
    }),
    output: v.object({
      code: v.string(),
      state: v.string(),
      redirect_uri: v.string(),
      scope: v.string(),
      iss: v.string(),
      expires_in: v.number(),
    }),
    errors: [
      'unauthenticated',
      'invalid_request',
      'unauthorized_client',
      'unsupported_response_type',
      'invalid_scope',
      'permission_denied',
    ],
    summary: 'A code for a client, from a session of the person; it lives 60 seconds and works once',
  }),
  deviceCode: endpoint({
    id: 'auth.deviceCode',
    method: 'POST',
    path: '/v1/auth/device/code',
    host: 'user',
    callers: 'anyone',
    dialect: 'oauth',
    idempotency: 'never',
    query: v.object({ client_id: short }),
    body: v.object({ client_id: short, client_secret: short, scope: short }),
    output: v.object({
      device_code: v.string(),
      /** Eight letters in two groups, which people can type. */
      user_code: v.string(),
      verification_uri: v.string(),
      verification_uri_complete: v.string(),
      expires_in: v.number(),
      /** Seconds between two polls. */
      interval: v.number(),
    }),
    errors: ['invalid_request', 'unauthorized_client', 'invalid_client', 'invalid_scope', 'too_many_requests'],
    summary: 'Begins the sign-in of a device without keyboard',
  }),
  introspect: endpoint({
    id: 'auth.introspect',
    method: 'GET',
    path: '/v1/auth/token/introspect',
    host: 'user',
    callers: 'anyone',
    dialect: 'oauth',
    idempotency: 'read',
    query: v.object({ token, token_type_hint: short, client_id: short }),
    output: introspection,
    errors: ['unauthenticated', 'invalid_request', 'unauthorized_client', 'invalid_client'],
    summary: 'What a token of the caller is worth now',
  }),
  introspectByPost: endpoint({
    id: 'auth.introspectByPost',
    method: 'POST',
    path: '/v1/auth/token/introspect',
    host: 'user',
    callers: 'anyone',
    dialect: 'oauth',
    idempotency: 'read',
    body: v.object({ token, token_type_hint: short, client_id: short, client_secret: short }),
    output: introspection,
    errors: ['unauthenticated', 'invalid_request', 'unauthorized_client', 'invalid_client'],
    summary: 'What a token of the caller is worth now, the token out of the address',
  }),
  serverMetadata: endpoint({
    id: 'auth.serverMetadata',
    method: 'GET',
    path: '/.well-known/oauth-authorization-server',
    host: 'user',
    callers: 'anyone',
    idempotency: 'read',
    output: serverMetadata,
    errors: [],
    summary: 'Where the authorization service is and what it can do',
  }),
  jwks: endpoint({
    id: 'auth.jwks',
    method: 'GET',
    path: '/v1/auth/jwks',
    host: 'user',
    callers: 'anyone',
    idempotency: 'read',
    output: v.object({
      keys: v.array(
        v.object({
          kty: v.literal('EC'),
          crv: v.literal('P-256'),
          x: v.string(),
          y: v.string(),
          kid: v.string(),
          alg: v.literal('ES256'),
          use: v.literal('sig'),
        }),
      ),
    }),
    errors: [],
    summary: 'The keys that access tokens are checked with; the first signs now',
  }),
} as const;
