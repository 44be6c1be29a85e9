/** What is asked of whoever plays, and how far the answer has come: which tool, which mage, which tile lifted, which card held. It
 *  knows no rule: every answer is one of the legal actions. */
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

/** The cell that must be pressed for an action of a tool. */
export const pressed = (action: Action): string =>
  (action.do === 'upheave' ? action.lift : (action.at ?? action.to)) as string;

export class Selection {
  /** The tool asked for; another if that one is not offered. */
  wanted: Tool | null = $state(null);
  /** The mage chosen among several. */
  from: string | null = $state(null);
  /** The place chosen before it was said which mage it is for. */
  goal: string | null = $state(null);
  lifted: string | null = $state(null);
  /** The side of a slide that is shown and not yet played: with a finger the first press shows, the second plays. */
  planned: string | null = $state(null);
  /** The level of the captured card in hand. */
  held: number | null = $state(null);
  /** What the pointer or the keyboard is on: a cell, or a side of the lifted tile. */
  pointed: string | null = $state(null);

  constructor(
    private readonly legal: () => Action[],
    private readonly act: (action: Action) => void,
  ) {}

  tools = $derived.by(() => TOOLS.filter((tool) => this.legal().some((action) => action.do === tool)));
  tool: Tool | null = $derived(this.wanted && this.tools.includes(this.wanted) ? this.wanted : (this.tools[0] ?? null));
  private offered = $derived.by(() => this.legal().filter((action) => action.do === this.tool));
  /** The mages (one's own, or the rival's under a spell) that the tool may be used with. */
  movers = $derived(new Set(this.offered.flatMap((action) => (action.from ? [action.from as string] : []))));
  private able = $derived(
    this.offered.filter((action) => this.from === null || action.from === undefined || action.from === this.from),
  );
  /** Which mage goes there? Those that could. */
  rivals = $derived(this.goal ? this.able.filter((action) => pressed(action) === this.goal) : []);
  arrows = $derived.by(() =>
    this.lifted
      ? this.legal()
          .filter((action) => action.do === 'upheave' && action.lift === this.lifted)
          .map((action) => action.side as string)
      : [],
  );
  /** The cells that may be pressed. */
  lit = $derived.by(() => {
    if (this.lifted) return new Set<string>();
    if (this.goal) return new Set(this.rivals.map((action) => action.from as string));
    const cells = this.able.map(pressed);
    return new Set(this.movers.size > 1 ? [...cells, ...this.movers] : cells);
  });
  /** What would be played by what is pointed at, planned or held: the one action it can only be. */
  meant: Action | null = $derived.by(() => {
    if (this.lifted) {
      const side = this.planned ?? this.pointed;
      return (
        (side &&
          this.legal().find(
            (action) => action.do === 'upheave' && action.lift === this.lifted && action.side === side,
          )) ||
        null
      );
    }
    if (this.goal) return this.rivals.find((action) => action.from === this.pointed) ?? null;
    const could =
      this.pointed && this.tool !== 'upheave' ? this.able.filter((action) => pressed(action) === this.pointed) : [];
    return could.length === 1 ? could[0] : null;
  });

  /** A new view: whatever was begun is put back. */
  begin(): void {
    this.putBack();
    if (this.wanted && !this.tools.includes(this.wanted)) this.wanted = null;
  }
  putBack(): void {
    this.from = this.goal = this.lifted = this.planned = this.pointed = this.held = null;
  }
  use(tool: Tool): void {
    this.putBack();
    this.wanted = tool;
  }

  /** As if all but the last press of an action had been made: the right tool and mage, the tile lifted and its slide shown. */
  prepare(action: Action): void {
    if (!(TOOLS as readonly string[]).includes(action.do)) return;
    this.use(action.do as Tool);
    if (this.movers.size > 1 && action.from) this.from = action.from;
    if (action.do !== 'upheave') return;
    this.lifted = action.lift;
    this.planned = action.side;
  }

  /** A cell was pressed; false if that means nothing. */
  press(cell: string): boolean {
    if (this.lifted) {
      this.putBack();
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
  /** Two mages could go there, and this one was pressed; any other press puts the question back. */
  private choose(cell: string): boolean {
    const one = this.rivals.find((action) => action.from === cell);
    if (one) this.act(one);
    else this.putBack();
    return true;
  }
  /** One of several mages is to be played, or the only one while another tool is out. */
  private pick(cell: string): boolean {
    if (this.movers.size > 1 && this.movers.has(cell)) {
      this.from = this.from === cell ? null : cell;
      return true;
    }
    const steps = !this.movers.size && this.legal().find((action) => action.from === cell);
    if (steps) this.use(steps.do as Tool);
    return Boolean(steps);
  }

  /** A side of the lifted tile was pressed. */
  slide(side: string, finger: boolean): void {
    if (finger && this.planned !== side) this.planned = side;
    else this.act({ do: 'upheave', lift: this.lifted!, side });
  }

  /** Where the piece on a cell may be carried: a mage to wherever it could step, a tile that may be lifted to the hole. */
  carries(cell: string, hole: string): string[] {
    const steps = this.legal()
      .filter((action) => action.from === cell && action.to)
      .map((action) => action.to as string);
    if (steps.length) return steps;
    return this.legal().some((action) => action.do === 'upheave' && action.lift === cell) ? [hole] : [];
  }
  /** It was put down there. */
  carry(cell: string, place: string): void {
    const step = this.legal().find((action) => action.from === cell && action.to === place);
    if (step) this.act(step);
    else {
      this.use('upheave');
      this.lifted = cell;
    }
  }
}
