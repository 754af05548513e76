import type { DebateEvent } from "../domain/events.ts";
import { plain } from "../text.ts";

const stageLines: Readonly<Record<string, string>> = {
  read: "Reading the change",
  propose: "Seats review the change, each on its own",
  gate: "Checking every finding against the code",
  merge: "Merging what says the same",
  examine: "Looking for code that disproves a finding",
  settle: "Settling",
  score: "Scoring the seats",
  verdict: "Deciding",
};

/** One event as one line for people, or null where there is nothing to tell. */
export function progressLine(event: DebateEvent): string | null {
  switch (event.type) {
    case "stage-start":
      return `${stageLines[event.stage] ?? event.stage}${event.detail === undefined ? "" : ` (${plain(event.detail)})`}`;
    case "seat-end":
      return event.stage === "propose" ? `  ${plain(event.seat)}: ${event.raised} raised` : null;
    case "seat-failure":
      return `  ${plain(event.seat)}: FAILED: ${plain(event.reason)}`;
    case "finding-eliminated":
      return `  eliminated: ${plain(event.title)} (${plain(event.path)}): ${plain(event.because)}`;
    case "note":
      return `  ${plain(event.text)}`;
  }
}
