import type { BatchView } from "../domain/answers.ts";
import type { ComposeRequest } from "../stages/compose.ts";
import type { Seat } from "../stages/index.ts";

/**
 * One model seat never sees the author's description, whatever the settings say: a description that praises its change cannot then blind the
 * whole panel (threats §0.6). The first model seat is that one.
 */
export function withOneBlind(seats: readonly Seat[]): Seat[] {
  const blind = seats.find(({ counted }) => counted);
  return seats.map((seat) => (seat === blind ? blindfolded(seat) : seat));
}

function blindfolded(seat: Seat): Seat {
  const { propose, ballot, compose, validate } = seat.agent;
  return {
    ...seat,
    agent: {
      ...seat.agent,
      ...(propose && { propose: (request, signal) => propose(withoutDescription(request), signal) }),
      ...(ballot && { ballot: (request, signal) => ballot(withoutDescription(request), signal) }),
      ...(compose && { compose: (request, signal) => compose(withoutBatchDescription(request), signal) }),
      ...(validate && { validate: (request, signal) => validate(withoutBatchDescription(request), signal) }),
    },
  };
}

function withoutDescription<View extends BatchView>(view: View): Omit<View, "description"> & BatchView {
  const { description: _, ...rest } = view;
  return rest;
}

function withoutBatchDescription<Request extends ComposeRequest>(request: Request): Request {
  return request.batch === null ? request : { ...request, batch: withoutDescription(request.batch) };
}
