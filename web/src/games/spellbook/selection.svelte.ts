/** The current selection (a token or a spell), the open dialog, and what a click on a token or a spell does. */
import type { Action } from '../../api/wire';
import type { Drag } from '../../ui/input/drag';
import { phone } from '../../ui/phone.svelte';
import type { Board, TokenPick } from './types';
import { dropSelector, findPick, isLegalStart, playAll, spellOptions, type Act, type SpellOption } from './view';

/** The number of a spell's options for which the action bar has space. A spell with more options opens its dialog. */
const MAX_OPTIONS_IN_BAR = 3;

/** The parts of the current table that the selection reads. */
interface TableState {
  board: Board;
  legal: Action[];
  /** Plays a legal action. */
  act: Act;
}

/** The selected token: its zone and its index there, since a zone can hold several equal tokens. */
export interface ChosenToken {
  zone: string;
  token: string;
  index: number;
}

export class Selection {
  chosenToken: ChosenToken | null = $state(null);
  chosenSpell: string | null = $state(null);
  /** The level that the player chose for the chosen spell; null for the highest possible level. */
  chosenLevel: number | null = $state(null);
  dialog: { kind: 'spell'; spell: string } | { kind: 'copies' | 'pouch' | 'opponent' } | null = $state(null);

  /** Everything that can be done with the chosen spell: use it, raise it, or learn it at one of its levels. */
  chosenSpellOptions: SpellOption[] = $derived.by(() => (this.chosenSpell ? this.spellOptions(this.chosenSpell) : []));
  /** The option that the main button plays: the one with the chosen level or, if none is chosen, the last one. */
  chosenOption: SpellOption | undefined = $derived(
    this.chosenSpellOptions.find((option) => option.level === this.chosenLevel) ?? this.chosenSpellOptions.at(-1),
  );

  constructor(private readonly table: () => TableState) {}

  spellOptions(spell: string): SpellOption[] {
    const { board, legal } = this.table();
    return spellOptions(board, legal, spell);
  }
  /** Return the actions that a click on a token plays now; undefined if the token cannot be picked. */
  findPick(zone: string, token: string): TokenPick | undefined {
    const { board, legal } = this.table();
    return findPick(board, legal, zone, token);
  }
  /** Whether any token can be clicked. If so, the digit keys click tokens, otherwise the seven spells. */
  get anyTokenClickable(): boolean {
    const { board, legal } = this.table();
    return board.picks.some((pick) => isLegalStart(legal, pick.steps));
  }
  isChosen(zone: string, token: string, index: number): boolean {
    const chosen = this.chosenToken;
    return chosen?.zone === zone && chosen.token === token && chosen.index === index;
  }
  /**
   * Handle a click on a token. If the token needs a single action, the click plays it. If the token begins a series of
   * actions, the click only selects it.
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
  /** Handle a click on a spell card: select the spell, or open its dialog if the action bar cannot show its options. */
  clickSpell(spell: string): void {
    const optionCount = this.spellOptions(spell).length;
    const fitsInBar = !phone.isPhone && optionCount > 0 && optionCount <= MAX_OPTIONS_IN_BAR;
    this.chosenToken = null;
    this.chosenLevel = null;
    if (!fitsInBar) this.dialog = { kind: 'spell', spell };
    else this.chosenSpell = this.chosenSpell === spell ? null : spell;
  }
  play(option: SpellOption): void {
    this.dialog = null;
    playAll(this.table().act, option.actions);
  }
  clear(): void {
    this.chosenToken = null;
    this.chosenSpell = null;
    this.chosenLevel = null;
  }
}
