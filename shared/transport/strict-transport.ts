/** Value of Strict-Transport-Security, on the answers of the Worker and of the proxy alike: a year. */
export const STRICT_TRANSPORT = 'max-age=31536000; includeSubDomains';
