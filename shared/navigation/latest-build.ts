/** `GET /builds/latest.json`: what open pages ask to learn that a newer build runs. Source: spec section 7.6. */

export const LATEST_BUILD_PATH = '/builds/latest.json';

export interface LatestBuild {
  /** 12 hex characters; of the build that answers. */
  readonly id: string;
  /** When it was built, RFC 3339; '' outside a build. */
  readonly at: string;
  /** False: service workers end themselves, and no new one is started. */
  readonly offline_page: boolean;
}
