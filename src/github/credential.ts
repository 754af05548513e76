/** An App's tokens: short-lived, and only as strong as each request needs. */
export interface Credential {
  /** GitHub counts requests of one identity together. */
  readonly identity: string;
  /** A token that stays valid for a while. */
  readonly tokenFor: (isWrite: boolean) => Promise<string>;
  /** Replaces a token that GitHub refused early: it was revoked, or this machine's clock is wrong. */
  readonly renewedFor?: (isWrite: boolean) => Promise<string>;
  /** Called before each write. Throws when another run has taken over and this one may no longer write (fencing). */
  readonly mayWrite: () => Promise<void>;
  /** Every token handed out so far, so that none appears in anything published. */
  readonly issued: () => readonly string[];
}
