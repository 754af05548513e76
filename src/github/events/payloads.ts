import { z } from "zod";
import { storable } from "../../text/text.ts";

/** Text of other people, in a form that the database can store. */
const Text = z.string().transform(storable);
const Id = z.number().int().positive();
const Sha = z.string().regex(/^[0-9a-f]{40}([0-9a-f]{24})?$/);
const Repository = z.object({
  id: Id.nullish(),
  full_name: z.string().regex(/^(?!\.\.?\/)[\w.-]+\/(?!\.\.?$)[\w.-]+$/),
});
const Envelope = z.object({
  action: z.string().default(""),
  installation: z.object({ id: Id }).nullish(),
  sender: z.object({ login: Text, type: z.string().nullish() }).nullish(),
});
export type Envelope = z.infer<typeof Envelope>;

const InRepository = Envelope.extend({ repository: Repository });
export type InRepository = z.infer<typeof InRepository>;

const Comment = z.object({
  id: Id,
  body: Text.nullish(),
  created_at: Text,
  updated_at: z.string(),
  in_reply_to_id: Id.nullish(),
  user: z.object({ login: Text, type: z.string() }).nullish(),
});
export type Comment = z.infer<typeof Comment>;

/** The fields of GitHub's payloads that this program reads. Everything else in a payload is dropped. */
export const payloads = {
  pullRequest: InRepository.extend({
    pull_request: z.object({ number: Id, head: z.object({ sha: Sha }).nullish() }),
    changes: z.object({ base: z.object({}).nullish() }).nullish(),
  }),
  issueComment: InRepository.extend({
    issue: z.object({ number: Id, pull_request: z.object({}).nullish() }),
    comment: Comment,
  }),
  reviewComment: InRepository.extend({ pull_request: z.object({ number: Id }), comment: Comment }),
  mergeGroup: InRepository.extend({ merge_group: z.object({ head_sha: Sha, base_sha: Sha, head_ref: Text }) }),
  checkRun: InRepository.extend({
    check_run: z.object({ head_sha: Sha, external_id: Text.nullish(), app: z.object({ id: Id }).nullish() }),
    requested_action: z.object({ identifier: z.string() }).nullish(),
  }),
  checkSuite: InRepository.extend({
    check_suite: z.object({ head_sha: Sha, app: z.object({ id: Id }).nullish() }),
  }),
  workflowRun: InRepository.extend({
    workflow_run: z.object({ head_sha: Sha, head_repository: Repository.nullable() }),
  }),
  workflowDispatch: InRepository.extend({ inputs: z.object({ pr: z.coerce.string() }).nullish() }),
  installation: Envelope,
  installationRepositories: Envelope.extend({ repositories_removed: z.array(z.object({ id: Id })) }),
};
