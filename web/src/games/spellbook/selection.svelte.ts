/** The state of the current selection (a token or a spell), the open dialog, and what a click does. */
import type { Action } from '../../api/wire';
import type { Drag } from '../../ui/input/drag';
import { phone } from '../../ui/phone.svelte';
import { includesAction } from '../../table/contract';
import type { Board, TokenPick } from './types';
import { dropSelector, findPick, playAll, spellOptions, type Act, type SpellOption } from './view';

/** The action bar has space for this many options of a spell; a spell with more opens its dialog. */
const MAX_OPTIONS_IN_BAR = 3;

/** What the selection reads of the current table. */
interface TableState {
  board: Board;
  legal: Action[];
  act: Act;
}

/** A token of a zone, with its index there, since a zone may hold equal tokens. */
export interface ChosenToken {
  zone: string;
  token: string;
  index: number;
}

export class Selection {
  chosenToken: ChosenToken | null = $state(null);
  chosenSpell: string | null = $state(null);
  /** The level the player chose for the chosen spell; null for the highest. */
  chosenLevel: number | null = $state(null);
  dialog: { kind: 'spell'; spell: string } | { kind: 'copies' | 'pouch' | 'opponent' } | null = $state(null);

  /** What can be done with the chosen spell. */
  options: SpellOption[] = $derived.by(() => (this.chosenSpell ? this.spellOptions(this.chosenSpell) : []));
  /** What the main button would do with the chosen spell: its highest level, unless another level was chosen. */
  option: SpellOption | undefined = $derived(
    this.options.find((option) => option.level === this.chosenLevel) ?? this.options.at(-1),
  );

  constructor(private readonly table: () => TableState) {}

  spellOptions(spell: string): SpellOption[] {
    const { board, legal } = this.table();
    return spellOptions(board, legal, spell);
  }
  /** Return what clicking a token would play now. */
  findPick(zone: string, token: string): TokenPick | undefined {
    const { board, legal } = this.table();
    return findPick(board, legal, zone, token);
  }
  /** Whether any token may be clicked. If so, the digit keys are for tokens, otherwise for the seven spells. */
  get anyTokenClickable(): boolean {
    const { board, legal } = this.table();
    return board.picks.some((pick) => includesAction(legal, pick.steps[0]));
  }
  isChosen(zone: string, token: string, index: number): boolean {
    const chosen = this.chosenToken;
    return chosen?.zone === zone && chosen.token === token && chosen.index === index;
  }
  /**
   * Handle a click on a token: a single legal step is played at once, a token that begins an action is only
   * selected.
   */
  clickToken(zone: string, token: string, index: number): void {
    const pick = this.findPick(zone, token);
    this.chosenSpell = null;
    if (pick?.steps.length === 1) this.table().act(pick.steps[0]);
    else this.chosenToken = this.isChosen(zone, token, index) ? null : { zone, token, index };
  }
  /**
   * Return the drag options of a token. Dragging it to its destination plays it, and so does a double click if a
   * single click only selects it.
   */
  dragOptions(zone: string, token: string): Drag | null {
    const pick = this.findPick(zone, token);
    if (!pick) return null;
    const play = () => playAll(this.table().act, pick.steps);
    return { drop: dropSelector(pick), ondrop: play, ondouble: pick.steps.length > 1 ? play : undefined };
  }
  /** Handle a click on a spell card: select it, or open its dialog on a phone or if it offers many actions. */
  clickSpell(spell: string): void {
    const count = this.spellOptions(spell).length;
    this.chosenToken = null;
    this.chosenLevel = null;
    if (count === 0 || count > MAX_OPTIONS_IN_BAR || phone.isPhone) this.dialog = { kind: 'spell', spell };
    else this.chosenSpell = this.chosenSpell === spell ? null : spell;
  }
  perform(option: SpellOption): void {
    this.dialog = null;
    playAll(this.table().act, option.actions);
  }
  clear(): void {
    this.chosenToken = null;
    this.chosenSpell = null;
    this.chosenLevel = null;
  }
}
