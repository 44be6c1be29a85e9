/**
 * The state of the current selection: the chosen tool, mage, lifted tile and card. It knows no rules: every
 * completed selection is one of the legal actions.
 */
import type { Action } from '../../api/wire';

/** The ways of using the arena, in the order they are offered. Each is a verb of the legal actions. */
export const TOOLS = [
  'move',
  'activate',
  'upheave',
  'special',
  'summon',
  'push',
  'levitate',
  'force',
  'stand',
  'lift',
] as const;
export type Tool = (typeof TOOLS)[number];

/** Return the cell to click for an action. */
export const pressed = (action: Action): string =>
  (action.do === 'upheave' ? action.lift : (action.at ?? action.to)) as string;

export class Selection {
  /** The tool the player chose; ignored if that tool is not available. */
  chosenTool: Tool | null = $state(null);
  /** The selected mage, if there are several. */
  from: string | null = $state(null);
  /** The destination, if it was clicked before it is known which mage goes there. */
  goal: string | null = $state(null);
  lifted: string | null = $state(null);
  /** The side of a slide that is previewed but not played: on touch the first tap previews and the second plays. */
  planned: string | null = $state(null);
  /** The level of the selected captured card. */
  held: number | null = $state(null);
  /** The hovered or focused cell, or side of the lifted tile. */
  hovered: string | null = $state(null);

  constructor(
    private readonly legal: () => Action[],
    private readonly act: (action: Action) => void,
  ) {}

  tools = $derived.by(() => TOOLS.filter((tool) => this.legal().some((action) => action.do === tool)));
  tool: Tool | null = $derived(
    this.chosenTool && this.tools.includes(this.chosenTool) ? this.chosenTool : (this.tools[0] ?? null),
  );
  private offered = $derived.by(() => this.legal().filter((action) => action.do === this.tool));
  /** The cells of the mages that the current tool may move: the player's own, or a rival's under a spell. */
  movers = $derived(new Set(this.offered.flatMap((action) => (action.from ? [action.from as string] : []))));
  private able = $derived(
    this.offered.filter((action) => this.from === null || action.from === undefined || action.from === this.from),
  );
  /** The actions of the mages that could go to the chosen destination. */
  candidates = $derived(this.goal ? this.able.filter((action) => pressed(action) === this.goal) : []);
  arrows = $derived.by(() =>
    this.lifted
      ? this.legal()
          .filter((action) => action.do === 'upheave' && action.lift === this.lifted)
          .map((action) => action.side as string)
      : [],
  );
  /** The cells that may be clicked. */
  lit = $derived.by(() => {
    if (this.lifted) return new Set<string>();
    if (this.goal) return new Set(this.candidates.map((action) => action.from as string));
    const cells = this.able.map(pressed);
    return new Set(this.movers.size > 1 ? [...cells, ...this.movers] : cells);
  });
  /** The action that the current hover or selection would play, or null if it is ambiguous. */
  preview: Action | null = $derived.by(() => {
    if (this.lifted) {
      const side = this.planned ?? this.hovered;
      return (
        (side &&
          this.legal().find(
            (action) => action.do === 'upheave' && action.lift === this.lifted && action.side === side,
          )) ||
        null
      );
    }
    if (this.goal) return this.candidates.find((action) => action.from === this.hovered) ?? null;
    const could =
      this.hovered && this.tool !== 'upheave' ? this.able.filter((action) => pressed(action) === this.hovered) : [];
    return could.length === 1 ? could[0] : null;
  });

  /** Reset the selection for a new view. */
  begin(): void {
    this.clear();
    if (this.chosenTool && !this.tools.includes(this.chosenTool)) this.chosenTool = null;
  }
  clear(): void {
    this.from = this.goal = this.lifted = this.planned = this.hovered = this.held = null;
  }
  use(tool: Tool): void {
    this.clear();
    this.chosenTool = tool;
  }

  /**
   * Select everything but the last click of an action, to show a hint: its tool, its mage, or the lifted tile with
   * its slide.
   */
  prepare(action: Action): void {
    if (!(TOOLS as readonly string[]).includes(action.do)) return;
    this.use(action.do as Tool);
    if (this.movers.size > 1 && action.from) this.from = action.from;
    if (action.do !== 'upheave') return;
    this.lifted = action.lift;
    this.planned = action.side;
  }

  /** Handle a click on a cell; return false if the click has no effect. */
  press(cell: string): boolean {
    if (this.lifted) {
      this.clear();
      return true;
    }
    if (this.goal) return this.choose(cell);
    const could = this.able.filter((action) => pressed(action) === cell);
    if (this.tool === 'upheave' && could.length) this.lifted = cell;
    else if (could.length > 1) this.goal = cell;
    else if (could.length) this.act(could[0]);
    else return this.pick(cell);
    return true;
  }
  /** Handle a click while it is asked which mage moves: another cell cancels the question. */
  private choose(cell: string): boolean {
    const one = this.candidates.find((action) => action.from === cell);
    if (one) this.act(one);
    else this.clear();
    return true;
  }
  /** Select one of several mages, or switch to the tool that moves the clicked mage. */
  private pick(cell: string): boolean {
    if (this.movers.size > 1 && this.movers.has(cell)) {
      this.from = this.from === cell ? null : cell;
      return true;
    }
    const steps = !this.movers.size && this.legal().find((action) => action.from === cell);
    if (steps) this.use(steps.do as Tool);
    return Boolean(steps);
  }

  /** Handle a click on a side of the lifted tile. */
  slide(side: string, finger: boolean): void {
    if (finger && this.planned !== side) this.planned = side;
    else this.act({ do: 'upheave', lift: this.lifted!, side });
  }

  /** Return the cells where the piece on a cell may be dropped: those a mage can reach, or the hole for a tile. */
  dropTargets(cell: string, hole: string): string[] {
    const steps = this.legal()
      .filter((action) => action.from === cell && action.to)
      .map((action) => action.to as string);
    if (steps.length) return steps;
    return this.legal().some((action) => action.do === 'upheave' && action.lift === cell) ? [hole] : [];
  }
  /** Handle a piece being dropped. */
  drop(cell: string, place: string): void {
    const step = this.legal().find((action) => action.from === cell && action.to === place);
    if (step) this.act(step);
    else {
      this.use('upheave');
      this.lifted = cell;
    }
  }
}
