import type { CostOf, TokenUsage } from "./provider.js";
/** The expected use of a debate. `usual`: little is contested; `most`: every round and hearing takes place. */
export interface Estimate {
	readonly subject: Subject;
	/** The seats in words: each name, with its view in a review that can read the repository. */
	readonly seats: readonly string[];
	readonly usual: Forecast;
	readonly most: Forecast;
	readonly budget: Budget;
	/** Answers to the first questions that are kept from an earlier run, of how many. They are not in the amounts. */
	readonly kept: {
		readonly answers: number;
		readonly of: number;
	};
	readonly notes: readonly string[];
}
/** The subject of the debate. `shown` lists in sentences the texts that the seats would see. */
export type Subject = {
	readonly kind: "review";
	readonly files: number;
	readonly batches: number;
	readonly effort: string;
} | {
	readonly kind: "plan" | "debate";
	readonly shown: readonly string[];
};
/** The limits of the settings. */
export interface Budget {
	readonly calls: number;
	readonly tokens: number;
	readonly usd: number;
	readonly minutes: number;
}
/** `costUsd` null: no price is known for a seat. */
export interface Amounts {
	readonly calls: number;
	readonly inputTokens: number;
	readonly outputTokens: number;
	readonly costUsd: number | null;
}
/** `end`: the stage in which the budget would end it, and the limit that is reached first; null where it fits. */
export interface Forecast extends Amounts {
	readonly end: {
		readonly stage: string;
		readonly limit: "calls" | "tokens" | "usd";
	} | null;
}
/** Calls that several seats share count a part in each. */
export interface SeatUse {
	readonly seat: string;
	readonly calls: number;
	readonly usage: TokenUsage;
	readonly longestAnswer?: number;
	/** A light model can do it. */
	readonly isWording?: true;
}
/** Calls that do not wait for each other; `turns` where they are made one after the other in so many steps. */
export interface EstimatedPart {
	readonly name: string;
	readonly uses: readonly SeatUse[];
	readonly turns?: number;
}
/** A review before it begins, as one seat meets it. */
export interface Course {
	readonly seats: number;
	/** Requests about the batches, and the tokens of their texts. `unanswered`: no kept answer replays them. */
	readonly all: ShownForecast;
	readonly unanswered: ShownForecast;
	/** Rounds of votes after the first answers. */
	readonly rounds: number;
	readonly hearings: number;
	/** Turns in which a seat looks things up, in a request about a batch and in one of a hearing. */
	readonly turns: {
		readonly batch: number;
		readonly hearing: number;
	};
	/** Whether a seat words the result and the others check it. */
	readonly isWorded: boolean;
	readonly longestAnswer: number;
	/** The calls of a lead that this seat makes; left out: none. */
	readonly leadCalls?: number;
}
export interface ShownForecast {
	readonly calls: number;
	readonly tokens: number;
}
/** One seat's use of one stage, in one round of it. Calls that seats share count a part in each; `shown` is read from the vendor's cache. */
export interface StageUse {
	readonly calls: number;
	readonly shown?: number;
	readonly input: number;
	readonly output: number;
}
/** How an estimate counts a stage. Stages of one part follow on each other without a check of the budget between them. */
export interface StageEstimate {
	readonly part: string;
	readonly use: (course: Course) => StageUse;
	readonly rounds?: (course: Course) => number;
	readonly turns?: number;
}
/** Rounded from requests of this program: instructions and persona, one ballot's items, one answer, one slice of the repository. */
export declare const perCall: {
	system: number;
	items: number;
	answer: number;
	slice: number;
};
/** Rounded from conversations of this program: the turns of a seat with tools before its answer, and one turn's call and result. */
export declare const perTurn: {
	turns: number;
	call: number;
	result: number;
};
/** The longest answer that a seat may give. */
export declare const maxOutputTokens = 8000;
/** The parts of a debate in the order of its stages, with each seat's use. */
export declare function partsOf(stages: readonly {
	readonly estimate?: StageEstimate;
	readonly isWording?: true;
}[], courses: ReadonlyMap<string, Course>): EstimatedPart[];
/** The same requests of a seat that looks things up. Each turn sends again, from the vendor's cache, everything before it. */
export declare function withTurns({ calls, shown, input, output }: StageUse, turns: number): StageUse;
/** Sums the stages up, and finds the first that does not fit into the budget. */
export declare function forecastOf(stages: readonly EstimatedPart[], costOf: CostOf, budget: Budget): Forecast;
