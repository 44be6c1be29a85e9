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
  'special', // place the special tile
  'summon', // place an elemental
  'push', // move the mage away whose tile the elemental takes
  'levitate', // move the own mage to any tile
  'force', // move a rival's mage
  'stand', // place the own mage at the start
  'lift', // solo: choose the tile that the opponent lifts
] as const;
export type Tool = (typeof TOOLS)[number];

/** The value of `side` in an upheave that only lifts its tile, without sliding the others. */
export const NO_SLIDE = '-';

/** Return the cell to click for an action: the tile to lift, the cell of the action (`at`), or a mage's destination. */
export const clickedCell = (action: Action): string =>
  (action.do === 'upheave' ? action.lift : (action.at ?? action.to)) as string;

export class Selection {
  /** The tool the player chose; ignored if that tool is not available. */
  chosenTool: Tool | null = $state(null);
  /** The cell of the selected mage, if there are several. */
  chosenMage: string | null = $state(null);
  /** The clicked destination, if several mages can go there and the player has not chosen one yet. */
  destination: string | null = $state(null);
  /** The cell of the lifted tile, while the player chooses from which side other tiles slide into its place. */
  lifted: string | null = $state(null);
  /** The side of a slide that is previewed but not played: on touch the first tap previews and the second plays. */
  previewedSide: string | null = $state(null);
  /** The level of the selected captured card. */
  chosenLevel: number | null = $state(null);
  /** What is hovered or focused: a cell ("03"), or a side of the lifted tile ("U"). */
  hovered: string | null = $state(null);

  constructor(
    private readonly legal: () => Action[],
    private readonly act: (action: Action) => void,
  ) {}

  /** The tools that can be used now. */
  tools = $derived.by(() => TOOLS.filter((tool) => this.legal().some((action) => action.do === tool)));
  /** The current tool: the chosen one, or the first one that can be used. */
  tool: Tool | null = $derived(
    this.chosenTool && this.tools.includes(this.chosenTool) ? this.chosenTool : (this.tools[0] ?? null),
  );
  private toolActions = $derived.by(() => this.legal().filter((action) => action.do === this.tool));
  /** The cells of the mages that the current tool may move: the player's own mages, or a rival's with a spell. */
  mageCells = $derived(new Set(this.toolActions.filter(({ from }) => from).map(({ from }) => from as string)));
  /** The actions of the current tool that are possible with the selected mage. */
  private possibleActions = $derived(
    this.toolActions.filter(({ from }) => !this.chosenMage || !from || from === this.chosenMage),
  );
  /** The actions that would move a mage to the chosen destination, one per mage. */
  destinationActions = $derived(this.destination ? this.actionsOn(this.destination) : []);
  private slides = $derived.by(() =>
    this.legal().filter((action) => action.do === 'upheave' && action.lift === this.lifted),
  );
  /** The sides of the lifted tile from which other tiles may slide into its place. */
  slideSides = $derived(this.slides.map((action) => action.side as string));
  /** The cells that may be clicked. */
  clickableCells = $derived.by(() => {
    if (this.lifted) return new Set<string>();
    if (this.destination) return new Set(this.destinationActions.map((action) => action.from as string));
    const cells = this.possibleActions.map(clickedCell);
    return new Set(this.mageCells.size > 1 ? [...cells, ...this.mageCells] : cells);
  });
  /** The action that the current hover or selection would play, or null if it is ambiguous. */
  preview: Action | null = $derived.by(() => {
    if (this.lifted) {
      const side = this.previewedSide ?? this.hovered;
      return this.slides.find((action) => action.side === side) ?? null;
    }
    if (!this.hovered) return null;
    if (this.destination) return this.destinationActions.find((action) => action.from === this.hovered) ?? null;
    if (this.tool === 'upheave') return null;
    const actions = this.actionsOn(this.hovered);
    return actions.length === 1 ? actions[0] : null;
  });

  /** Return the actions that a click on a cell can play. */
  private actionsOn(cell: string): Action[] {
    return this.possibleActions.filter((action) => clickedCell(action) === cell);
  }

  /** Reset the selection for a new view. */
  begin(): void {
    this.clear();
    if (this.chosenTool && !this.tools.includes(this.chosenTool)) this.chosenTool = null;
  }
  clear(): void {
    this.chosenMage = null;
    this.destination = null;
    this.lifted = null;
    this.previewedSide = null;
    this.hovered = null;
    this.chosenLevel = null;
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
    if (this.mageCells.size > 1 && action.from) this.chosenMage = action.from;
    if (action.do !== 'upheave') return;
    this.lifted = action.lift;
    this.previewedSide = action.side;
  }

  /** Handle a click on a cell; return false if the click has no effect. */
  clickCell(cell: string): boolean {
    if (this.lifted) {
      this.clear();
      return true;
    }
    if (this.destination) {
      this.clickMageForDestination(cell);
      return true;
    }
    const actions = this.actionsOn(cell);
    if (!actions.length) return this.clickMage(cell);
    if (this.tool === 'upheave') this.lifted = cell;
    else if (actions.length > 1) this.destination = cell;
    else this.act(actions[0]);
    return true;
  }
  /** Move the clicked mage to the chosen destination; a click on another cell clears the selection. */
  private clickMageForDestination(cell: string): void {
    const action = this.destinationActions.find((action) => action.from === cell);
    if (action) this.act(action);
    else this.clear();
  }
  /**
   * Select one of several mages. If the current tool moves no mage, switch to the tool that moves the clicked one.
   * Return false if the click has no effect.
   */
  private clickMage(cell: string): boolean {
    if (this.mageCells.size > 1 && this.mageCells.has(cell)) {
      this.chosenMage = this.chosenMage === cell ? null : cell;
      return true;
    }
    const move = this.legal().find((action) => action.from === cell);
    if (this.mageCells.size || !move) return false;
    this.use(move.do as Tool);
    return true;
  }

  /** Play the upheave: the other tiles slide from a side of the lifted tile ("U", "D", "L", "R", or NO_SLIDE). */
  slide(side: string): void {
    if (this.lifted) this.act({ do: 'upheave', lift: this.lifted, side });
  }
  /** Handle a tap on a side of the lifted tile: the first tap previews the slide, the second plays it. */
  tapSide(side: string): void {
    if (this.previewedSide === side) this.slide(side);
    else this.previewedSide = side;
  }

  /** Return the cells where the piece on a cell may be dropped: a mage on any cell it can reach, a tile on the hole. */
  dropTargets(cell: string, hole: string): string[] {
    const destinations = this.legal()
      .filter((action) => action.from === cell && action.to)
      .map((action) => action.to as string);
    if (destinations.length) return destinations;
    const mayLift = this.legal().some((action) => action.do === 'upheave' && action.lift === cell);
    return mayLift ? [hole] : [];
  }
  /** Handle a drop: move the mage of a cell to the target cell, or lift the tile that was dropped on the hole. */
  drop(cell: string, targetCell: string): void {
    const move = this.legal().find((action) => action.from === cell && action.to === targetCell);
    if (move) this.act(move);
    else {
      this.use('upheave');
      this.lifted = cell;
    }
  }
}
