/** The metadata of the authorization service. Source: RFC 8414, RFC 9207. */
import { authContract } from '#shared/auth/contract.ts';
import type { ServerMetadata } from '#shared/auth/oauth.contract.ts';
import { LOCALES } from '#shared/locale/tags.ts';
import { href } from '#shared/routes.ts';
import { SCOPES } from '../client/clients.ts';
import { DEVICE_GRANT } from './keys.ts';

const CLIENT_PROOFS = ['none', 'client_secret_post', 'client_secret_basic'];

/** @param appOrigin  the issuer, whatever origin the call used */
export function serverMetadata(appOrigin: string): ServerMetadata {
  return {
    issuer: appOrigin,
    authorization_endpoint: `${appOrigin}${href('auth.authorize')}`,
    token_endpoint: `${appOrigin}${authContract.token.path}`,
    device_authorization_endpoint: `${appOrigin}${authContract.deviceCode.path}`,
    revocation_endpoint: `${appOrigin}${authContract.revoke.path}`,
    introspection_endpoint: `${appOrigin}${authContract.introspectByPost.path}`,
    jwks_uri: `${appOrigin}${authContract.jwks.path}`,
    service_documentation: `${appOrigin}${href('docs.api')}`,
    scopes_supported: [...SCOPES],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token', 'password', DEVICE_GRANT],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: CLIENT_PROOFS,
    revocation_endpoint_auth_methods_supported: CLIENT_PROOFS,
    introspection_endpoint_auth_methods_supported: CLIENT_PROOFS,
    ui_locales_supported: [...LOCALES],
    authorization_response_iss_parameter_supported: true,
  };
}
