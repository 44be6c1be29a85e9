/**
 * The state of the current selection: the chosen tool, mage, lifted tile and card. It knows no rules: every
 * completed selection is one of the legal actions.
 */
import type { Action } from '../../api/wire';

/** The tools: the verbs of the actions that the player plays by clicking cells, in the order they are offered. */
export const TOOLS = [
  'move',
  'activate',
  'upheave', // lift a tile and slide others into its place
  'special', // place the special tile
  'summon', // place an elemental
  'push', // move the mage away whose tile the elemental takes
  'levitate', // move the own mage to any tile
  'force', // move a rival's mage
  'stand', // place the own mage at the start
  'lift', // solo: choose the tile that the opponent lifts
] as const;
export type Tool = (typeof TOOLS)[number];

/** The side of an upheave that lifts a tile but slides no other tile into its place. */
export const NO_SLIDE = '-';

/** Return the cell to click for an action: the tile that it lifts, the cell that it affects, or the mage's destination. */
export function clickedCell(action: Action): string {
  return action.do === 'upheave' ? action.lift : (action.at ?? action.to);
}

export class Selection {
  /** The tool that the player chose; null for none. It is ignored while no legal action uses it. */
  chosenTool: Tool | null = $state(null);
  /** The cell of the mage that the player selected, such as "03"; null for none. */
  chosenMageCell: string | null = $state(null);
  /** The cell that the player clicked as destination while several mages can still move there; null for none. */
  destination: string | null = $state(null);
  /** The cell of the lifted tile, while the player chooses the side from which other tiles slide in; null for none. */
  liftedCell: string | null = $state(null);
  /** The side ("U", "D", "L" or "R") of the slide that a first tap previews and a second tap plays; null for none. */
  previewedSide: string | null = $state(null);
  /** The level of the captured card that the player selected to cast a spell; null for none. */
  chosenLevel: number | null = $state(null);
  /** The cell ("03") or side of the lifted tile ("U") under the mouse or with the keyboard focus; null for none. */
  hoveredTarget: string | null = $state(null);

  constructor(
    private readonly legal: () => Action[],
    private readonly act: (action: Action) => void,
  ) {}

  /** The tools that at least one legal action uses. */
  availableTools = $derived.by(() => TOOLS.filter((tool) => this.legal().some((action) => action.do === tool)));
  /** The current tool: the chosen tool if it is available, otherwise the first available tool; null if none is. */
  tool: Tool | null = $derived.by(() => {
    if (this.chosenTool && this.availableTools.includes(this.chosenTool)) return this.chosenTool;
    return this.availableTools.at(0) ?? null;
  });
  private toolActions = $derived.by(() => this.legal().filter((action) => action.do === this.tool));
  /** The cells of the mages that the current tool can move. These are the rival's mages if a spell moves them. */
  mageCells = $derived(new Set(this.toolActions.filter(({ from }) => from).map(({ from }) => from as string)));
  /** The actions of the current tool. After a mage was selected, the actions that move another mage are left out. */
  private availableActions = $derived(
    this.toolActions.filter(({ from }) => !this.chosenMageCell || !from || from === this.chosenMageCell),
  );
  /** The actions that move a mage to the clicked destination, one for each mage that can go there. */
  destinationActions = $derived(this.destination ? this.actionsOfClick(this.destination) : []);
  private upheavesOfLiftedTile = $derived.by(() =>
    this.legal().filter((action) => action.do === 'upheave' && action.lift === this.liftedCell),
  );
  /** The sides ("U", "D", "L", "R", or NO_SLIDE) from which tiles can slide into the place of the lifted tile. */
  slideSides = $derived(this.upheavesOfLiftedTile.map((action) => action.side as string));
  /** The cells where a click plays an action or continues the selection. */
  clickableCells = $derived.by(() => {
    if (this.liftedCell) return new Set<string>();
    if (this.destination) return new Set(this.destinationActions.map((action) => action.from as string));
    const actionCells = this.availableActions.map(clickedCell);
    const selectableMages = this.mageCells.size > 1 ? this.mageCells : [];
    return new Set([...actionCells, ...selectableMages]);
  });
  /** The action that a click on the hovered cell or side would play; null if there is none or more than one. */
  previewedAction: Action | null = $derived.by(() => {
    if (this.liftedCell) {
      const side = this.previewedSide ?? this.hoveredTarget;
      return this.upheavesOfLiftedTile.find((action) => action.side === side) ?? null;
    }
    if (!this.hoveredTarget) return null;
    if (this.destination) return this.destinationActions.find((action) => action.from === this.hoveredTarget) ?? null;
    if (this.tool === 'upheave') return null;
    const actions = this.actionsOfClick(this.hoveredTarget);
    return actions.length === 1 ? actions[0] : null;
  });

  /** Return the actions that a click on a cell could play: several if more than one mage can move there. */
  private actionsOfClick(cell: string): Action[] {
    return this.availableActions.filter((action) => clickedCell(action) === cell);
  }

  /** Clear the selection for a new view of the game. The chosen tool stays if it is still available. */
  resetForNewView(): void {
    this.clear();
    if (this.chosenTool && !this.availableTools.includes(this.chosenTool)) this.chosenTool = null;
  }
  clear(): void {
    this.chosenMageCell = null;
    this.destination = null;
    this.liftedCell = null;
    this.previewedSide = null;
    this.hoveredTarget = null;
    this.chosenLevel = null;
  }
  chooseTool(tool: Tool): void {
    this.clear();
    this.chosenTool = tool;
  }

  /**
   * Select everything but the last click of an action, to show a hint: its tool, its mage, or the lifted tile with
   * its slide.
   */
  selectForHint(action: Action): void {
    if (!(TOOLS as readonly string[]).includes(action.do)) return;
    this.chooseTool(action.do as Tool);
    if (this.mageCells.size > 1 && action.from) this.chosenMageCell = action.from;
    if (action.do !== 'upheave') return;
    this.liftedCell = action.lift;
    this.previewedSide = action.side;
  }

  /** Handle a click on a cell: play an action or continue the selection. Return whether the click had an effect. */
  clickCell(cell: string): boolean {
    if (this.liftedCell) {
      this.clear();
      return true;
    }
    if (this.destination) {
      this.clickMageForDestination(cell);
      return true;
    }
    const actions = this.actionsOfClick(cell);
    if (!actions.length) return this.clickMage(cell);
    if (this.tool === 'upheave') this.liftedCell = cell;
    else if (actions.length === 1) this.act(actions[0]);
    else this.destination = cell;
    return true;
  }
  /** Move the mage on the clicked cell to the chosen destination. A click on another cell clears the selection. */
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
      this.chosenMageCell = this.chosenMageCell === cell ? null : cell;
      return true;
    }
    const move = this.legal().find((action) => action.from === cell);
    if (this.mageCells.size || !move) return false;
    this.chooseTool(move.do as Tool);
    return true;
  }

  /** Play the upheave of the lifted tile. Tiles on `side` ("U", "D", "L" or "R") slide into its place. */
  slide(side: string): void {
    if (this.liftedCell) this.act({ do: 'upheave', lift: this.liftedCell, side });
  }
  /** Handle a touch on a side of the lifted tile: the first tap previews the slide from there, the second plays it. */
  tapSide(side: string): void {
    if (this.previewedSide === side) this.slide(side);
    else this.previewedSide = side;
  }

  /** Return the cells where the piece on a cell can be dropped: for a mage its destinations, for a tile the hole. */
  dropTargets(cell: string, holeCell: string): string[] {
    const mageMoves = this.legal().filter((action) => action.from === cell && action.to);
    if (mageMoves.length) return mageMoves.map((action) => action.to as string);
    const canLiftTile = this.legal().some((action) => action.do === 'upheave' && action.lift === cell);
    return canLiftTile ? [holeCell] : [];
  }
  /** Handle a drop of the piece on `cell`: move the mage to `targetCell`, or lift the tile if it was dropped on the hole. */
  drop(cell: string, targetCell: string): void {
    const mageMove = this.legal().find((action) => action.from === cell && action.to === targetCell);
    if (mageMove) return this.act(mageMove);
    this.chooseTool('upheave');
    this.liftedCell = cell;
  }
}
