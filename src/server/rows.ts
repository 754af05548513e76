import type { ColumnType, Generated } from "kysely";

/** Read as data, written as text: drivers differ in what they do with objects. */
type Json = ColumnType<unknown, string | null, string | null>;

/** GitHub's ids are text: they outgrow an int4, and drivers disagree about an int8. Times are `timestamptz`. */
export interface Rows {
  /** One row per webhook that was accepted: never its body. */
  deliveries: {
    content: string;
    guid: string;
    event: string;
    action: string;
    installation: string;
    received_at: Generated<Date>;
  };
  /**
   * One row per pull request or merge group. `wanted` counts what was asked for, `explicit` the last that a person asked for, `done` how far
   * it was answered. `holder` is the job that works on it; `token` grows with each lease, and only the last one's holder may write (fencing).
   */
  subjects: {
    key: string;
    installation: string;
    repository: string;
    repo: string;
    number: number | null;
    merge_group: Json;
    wanted: number;
    explicit: number;
    done: number;
    token: number;
    /** The newest wish when the holder first took it: what is newer is not answered by its failing. */
    begun: Generated<number>;
    holder: string | null;
    is_closed: boolean;
    state: Json;
    /** What the attempt that wrote `state` started from: a killed one starts from there again. */
    state_before: Json;
    /** What people decided; `revision` grows with each decision. A review at its end, or else the command itself, publishes them. */
    decisions: Json;
    revision: Generated<number>;
    /** The last wish for a review in full, and the last that may go past the budget of the pull request. */
    full: Generated<number>;
    beyond: Generated<number>;
    wanted_at: Generated<Date>;
  };
  /** One row per review that was begun; `concluded_at` null: its check is still in progress. */
  runs: {
    id: string;
    subject: string;
    installation: string;
    repository: string;
    head: string;
    external_id: string;
    check_run: string | null;
    result: string | null;
    conclusion: string | null;
    cost_usd: number | null;
    calls: number | null;
    started_at: Generated<Date>;
    concluded_at: Date | null;
  };
  /** What happened in a run, as it happened. */
  trace: { run: string; installation: string; at: Generated<Date>; event: Json };
  /** Answers of models, for replay. */
  journal: { installation: string; repository: string; key: string; value: string; written_at: Generated<Date> };
}
