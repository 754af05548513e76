/** The limits of one snapshot. */
export interface SnapshotLimits {
  readonly files: number;
  /** A larger file is left out. */
  readonly fileBytes: number;
  /** All files of an archive, unpacked. */
  readonly archiveBytes: number;
  readonly searchMs: number;
}

export const snapshotLimits: SnapshotLimits = {
  files: 100_000,
  fileBytes: 1024 * 1024,
  archiveBytes: 1024 * 1024 * 1024,
  searchMs: 10_000,
};
