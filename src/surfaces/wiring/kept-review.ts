import { z } from "zod";
import { ReviewError } from "../../domain/errors.ts";
import { quoted } from "../../domain/known-names.ts";
import { Review } from "../../domain/review.ts";
import { type KeptPlace, listKept, readKept } from "../../record/kept/kept.ts";

/** A kept review by its name, or the newest one. Throws a `ReviewError` where there is none, or where its file cannot be read as one. */
export async function keptReview(
  place: KeptPlace,
  name?: string,
): Promise<{ readonly name: string; readonly review: Review }> {
  const wanted = name ?? (await listKept(place, "review-"))[0];
  if (wanted === undefined)
    throw new ReviewError(
      "No review is kept here yet.",
      "Review something first: each review is kept in .debate. Files there that the repository has committed do not count.",
    );
  return { name: wanted, review: reviewIn(await readKept(place, wanted), wanted) };
}

/** The review in a kept file's text. `name` is shown in errors. */
export function reviewIn(text: string, name: string): Review {
  const hint = "Name the .json file of a review that this program kept, or write it again with --format json.";
  const { success, data, error } = Review.safeParse(keptJson(text, name, hint));
  if (success) return data;
  const [issue] = error.issues;
  const place = issue === undefined || issue.path.length === 0 ? "it" : `its field ${quoted(issue.path.join("."))}`;
  throw new ReviewError(`${quoted(name)} is not a review: ${place} is missing or has the wrong type.`, hint);
}

const Versioned = z.object({ version: z.union([z.number(), z.string()]), kind: z.string().optional() });

/** The data of a kept file. Throws a `ReviewError` where it is cut off, or of a version that this program does not know. */
export function keptJson(text: string, name: string, hint: string): unknown {
  const value = jsonIn(text);
  if (value === undefined) throw new ReviewError(`${quoted(name)} is not complete JSON; it may be cut off.`, hint);
  const { version = 1, kind } = Versioned.safeParse(value).data ?? {};
  if (version === 1) return value;
  if (kind === undefined) throw new ReviewError(`${quoted(name)} is not a result of pr-debate.`, hint);
  throw new ReviewError(
    `${quoted(name)} has version ${quoted(String(version))}, but this program reads version 1.`,
    "Read it with the version of pr-debate that wrote it.",
  );
}

/** Undefined, which JSON cannot express, if the text is not JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
