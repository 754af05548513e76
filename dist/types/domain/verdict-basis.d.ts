import { z } from "zod";
/** What decided a verdict besides the findings and the coverage of the review (docs/interfaces.md). */
export declare const VerdictBasis: z.ZodObject<{
	headCurrent: z.ZodUnion<readonly [z.ZodBoolean, z.ZodLiteral<"unknown">]>;
	supersededBy: z.ZodOptional<z.ZodString>;
	headSha: z.ZodString;
	override: z.ZodOptional<z.ZodObject<{
		by: z.ZodString;
		why: z.ZodString;
		head: z.ZodString;
	}, z.core.$strip>>;
	blockOn: z.ZodEnum<{
		P0: "P0";
		P1: "P1";
		never: "never";
	}>;
	disputed: z.ZodEnum<{
		block: "block";
		note: "note";
	}>;
	onInconclusive: z.ZodEnum<{
		fail: "fail";
		neutral: "neutral";
	}>;
	rulesOnly: z.ZodEnum<{
		neutral: "neutral";
		success: "success";
	}>;
	panel: z.ZodObject<{
		state: z.ZodEnum<{
			degraded: "degraded";
			failed: "failed";
			full: "full";
			offline: "offline";
		}>;
		counted: z.ZodNumber;
		healthy: z.ZodNumber;
	}, z.core.$strip>;
	quorum: z.ZodNumber;
	unreadGenerated: z.ZodOptional<z.ZodNumber>;
	budgetStop: z.ZodOptional<z.ZodString>;
	configError: z.ZodOptional<z.ZodString>;
	paused: z.ZodOptional<z.ZodString>;
	fault: z.ZodOptional<z.ZodString>;
	lostMemory: z.ZodOptional<z.ZodString>;
	skip: z.ZodOptional<z.ZodObject<{
		why: z.ZodString;
	}, z.core.$strip>>;
}, z.core.$strip>;
export type VerdictBasis = z.infer<typeof VerdictBasis>;
