/** Tests of outside suites that WebDAV here does not pass, by `suite/test`, each with its reason. A test that passes after all is a fault of this list. */
export const KNOWN_DAV_FAILURES: Readonly<Record<string, string>> = {};
