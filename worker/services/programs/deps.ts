/** Dependencies of the protocols of programs. */
import type { AuthService } from '#worker/services/auth/index.ts';
import type { DriveService, LinkClaims, OpenContent, SendContent, SendImage } from '#worker/services/drive/service.ts';
import type { ShareService } from '#worker/services/share/index.ts';
import type { ShieldService } from '#worker/services/shield/index.ts';

export interface ProgramDeps {
  readonly appOrigin: string;
  readonly programsOrigin: string;
  readonly auth: Pick<
    AuthService,
    'programCaller' | 'refuseProgram' | 'noteProgramUse' | 'endProgram' | 'startProgramLogin' | 'pollProgramLogin'
  >;
  readonly drive: DriveService;
  readonly shield: Pick<ShieldService, 'countOpenCall' | 'spendCaptcha' | 'initCaptcha'>;
  readonly send: SendContent;
  readonly share: Pick<ShareService, 'open' | 'named'>;
  /** Seconds in which wrong passcodes of a link are counted. */
  readonly passCodeWaitSeconds: number;
  /** Content of a link that the server signed; null for one that is none, or opens no more. */
  readonly openLink: (url: string, nowMs: number) => Promise<{ claims: LinkClaims; content: OpenContent } | null>;
  readonly sendImage: SendImage;
  /** Bytes of one request that the platform takes; null: any number. */
  readonly bodyLimitBytes: number | null;
  /** Another one after each restore of one machine; '' before the first. */
  readonly dataFingerprint: string;
  /** Origins of registered programs that run in pages. */
  readonly pageOrigins: { has(origin: string): boolean };
  /** Largest file, in bytes. */
  readonly fileBytes: number;
}
