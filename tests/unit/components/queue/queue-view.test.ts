import { describe, expect, it } from "vitest";
import {
  inOrder,
  isFiltered,
  orderWords,
  pathOf,
  readView,
  sortedBy,
  sortingOf,
  writeView,
} from "#components/reviews/queue/queue-view.ts";
import { listReviewsInputSchema } from "#lib/reviews/lists/contract.ts";

const read = (search: string) => readView(new URLSearchParams(search));
const viewOf = (search: string) => read(search).view;

describe("the address of the queue", () => {
  it.each([
    "",
    "tab=released&kind=send_email&takenBy=-&text=run-4",
    "sort=attempts&group=cause&preview=yes&columns=run%2Cattempts",
    "view=pages&cursor=abc&waitingOver=3600&late=yes&risk=may_duplicate",
    "tab=awaiting_sign_off&order=desc",
  ])("is read and written as the same: %s", (search) => {
    expect(read(search).dropped).toEqual([]);
    expect(writeView(viewOf(search)).toString().split("&").toSorted()).toEqual(search.split("&").toSorted());
  });

  it("names what it cannot read, and leaves it out", () => {
    const { view, dropped } = read(
      "kind=a&colour=red&risk=enormous&waitingOver=soon&tab=nowhere&columns=run,shoe&kind=b",
    );
    expect(dropped.toSorted()).toEqual(["colour", "columns", "kind", "risk", "tab", "waitingOver"]);
    expect(view).toMatchObject({ tab: "needs_decision", filter: { kind: "a" }, columns: ["run"] });
  });

  it("drops an order that the tab does not have, and a place where nothing is in pages", () => {
    expect(read("tab=closed&sort=attempts").dropped).toEqual(["sort"]);
    expect(read("cursor=abc").dropped).toEqual(["cursor"]);
  });

  it("does not count the focused row, nor the tab's own order, as another view", () => {
    expect(pathOf(viewOf("at=1&sort=opened&order=asc"))).toBe("/queue");
    expect(isFiltered(viewOf("at=1"))).toBe(false);
    expect(isFiltered(viewOf("host=acme.test"))).toBe(true);
  });

  it("asks the server only for what it accepts", () => {
    const { tab, filter, sort } = viewOf("waitingOver=999999999&decideWithin=60&text=%20x%20&sort=attempts");
    const parsed = listReviewsInputSchema.parse({ tab, ...filter, ...(sort && { sort }) });
    expect(parsed).toMatchObject({ decideWithin: 60, text: "x", sort: "attempts" });
    expect(filter.waitingOver).toBeUndefined();
  });
});

describe("a press on a column's header", () => {
  it("turns the order round, and takes another column in its own direction", () => {
    const own = viewOf("");
    expect(sortingOf(own)).toEqual({ by: "opened", isDescending: false });
    const turned = sortedBy(own, "opened");
    expect(sortingOf(turned)).toEqual({ by: "opened", isDescending: true });
    expect(pathOf(sortedBy(turned, "opened"))).toBe("/queue");
    expect(sortingOf(sortedBy(turned, "attempts"))).toEqual({ by: "attempts", isDescending: true });
  });
});

describe("the order, chosen from a list", () => {
  it("offers each of the tab's own both ways, the way that needs no words first", () => {
    const view = viewOf("tab=awaiting_sign_off");
    expect(orderWords(view).map(({ sort, isDescending }) => `${sort} ${isDescending}`)).toEqual([
      "decide_by false",
      "decide_by true",
      "opened false",
      "opened true",
      "attempts true",
      "attempts false",
    ]);
    for (const { sort, isDescending } of orderWords(view)) {
      expect(sortingOf(inOrder(view, sort, isDescending))).toEqual({ by: sort, isDescending });
    }
  });
});
