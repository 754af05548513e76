import { describe, expect, test } from "vitest";
import { benchOf } from "../../../src/question/debate/judges.ts";
import { debaters } from "../../support/debaters.ts";

const seats = debaters({}, {}, {}, {}, {});
const [ada, bob] = seats.slice(0, 2);
const authors = seats.slice(0, 2);
const judgesOf = ({ judges }: ReturnType<typeof benchOf>) => judges.map(({ seat }) => seat.name);

describe("the judges among the seats", () => {
  test("are never an author while another seat is left, even where only one is", () => {
    expect(judgesOf(benchOf(seats, authors, []))).toEqual(["cyd", "dan", "eve"]);
    expect(judgesOf(benchOf(seats.slice(0, 3), authors, []))).toEqual(["cyd"]);
    expect(benchOf(seats.slice(0, 3), authors, []).judges[0]?.isAuthor).toBe(false);
  });

  test("come last where they hold a side, and a note says so where such a seat judges anyway", () => {
    const two = seats.slice(0, 4);
    expect(benchOf(two, authors, ["cyd"])).toMatchObject({ judges: [{ seat: { name: "dan" } }], note: null });
    expect(benchOf(two, authors, ["cyd", "dan"]).note).toBe("A side was taken over by its judge: cyd.");
  });

  test("come last where their model wrote a side, by its name or by its answers", () => {
    const kin = seats.map((seat) => (seat.name === "cyd" ? { ...seat, provider: ada?.provider ?? "" } : seat));
    expect(judgesOf(benchOf(kin.slice(0, 4), kin.slice(0, 2), []))).toEqual(["dan"]);
    const served = new Map([
      [bob?.name ?? "", ["served-1"]],
      ["cyd", ["served-1"]],
    ]);
    const alike = seats.map((seat) => ({ ...seat, provider: "p", model: seat.name }));
    expect(judgesOf(benchOf(alike.slice(0, 4), alike.slice(0, 2), [], served))).toEqual(["dan"]);
    expect(benchOf(alike.slice(0, 3), alike.slice(0, 2), [], served).note).toBe(
      "A side was written by the model of its judge: cyd.",
    );
  });
});
