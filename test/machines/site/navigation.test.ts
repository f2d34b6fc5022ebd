import { describe, expect, it } from "vitest";
import { createActor } from "xstate";
import { type NavigationEvent, navigationMachine } from "../../../machines/site/navigation.ts";
import { holds } from "../../support/holds.ts";

function run(...events: NavigationEvent[]) {
  const done: string[] = [];
  const note = (name: string) => () => {
    done.push(name);
  };
  const machine = navigationMachine.provide({
    actions: {
      scrollToTop: note("top"),
      lockScrolling: note("lock"),
      unlockScrolling: note("unlock"),
    },
  });
  const actor = createActor(machine).start();
  for (const event of events) actor.send(event);
  return { value: actor.getSnapshot().value, done };
}

const closed = { menu: "closed", lawsuits: "closed", laws: "closed" };
const toggle = { type: "TOGGLE_MENU" } as const;
const follow = { type: "FOLLOW_LINK" } as const;

describe("the menu", () => {
  it("starts closed", () => {
    expect(run()).toEqual({ value: closed, done: [] });
  });

  it(
    "opens and closes, each time scrolling to the top; scrolling is locked in between",
    holds(62, 63, 64),
    () => {
      expect(run(toggle)).toEqual({
        value: { ...closed, menu: "open" },
        done: ["top", "lock"],
      });
      expect(run(toggle, toggle)).toEqual({ value: closed, done: ["top", "lock", "unlock", "top"] });
    },
  );

  it("closes with a link without sub-links", holds(66), () => {
    expect(run(toggle, follow).value).toEqual(closed);
    expect(run(follow)).toEqual({ value: closed, done: [] });
  });

  it.each([
    [1120, "open"],
    [1121, "closed"],
  ])("at a width of %i px is %s", holds(65), (width, menu) => {
    expect(run(toggle, { type: "RESIZE", width }).value).toEqual({ ...closed, menu });
  });

  it("stays open when a parent link is pressed", holds(67), () => {
    expect(run(toggle, { type: "TOGGLE_LAWS" }).value).toEqual({ ...closed, menu: "open", laws: "open" });
  });
});

describe("the dropdowns", () => {
  it("open and close by themselves", holds(68), () => {
    const lawsuits = { type: "TOGGLE_LAWSUITS" } as const;
    const laws = { type: "TOGGLE_LAWS" } as const;
    expect(run(lawsuits).value).toEqual({ ...closed, lawsuits: "open" });
    expect(run(lawsuits, laws).value).toEqual({ ...closed, lawsuits: "open", laws: "open" });
    expect(run(lawsuits, laws, lawsuits).value).toEqual({ ...closed, laws: "open" });
    expect(run(laws, laws).value).toEqual(closed);
  });
});
