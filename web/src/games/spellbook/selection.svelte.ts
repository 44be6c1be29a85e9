/** The state of the current selection (a token or a spell), the open dialog, and what a click does. */
import type { Action } from '../../api/wire';
import type { Drag } from '../../ui/input/drag';
import { phone } from '../../ui/phone.svelte';
import { offers } from '../../table/contract';
import type { Board, TokenPick } from './types';
import { spellOptions, dropOf, gestureOf, pickOf, type SpellOption } from './view';

/** A card with more actions than this opens its dialog instead of using the action bar. */
const FEW = 3;

/** What the selection reads of the current table. */
interface TableState {
  board: Board;
  legal: Action[];
  act: (action: Action, rest?: Action[]) => void;
}

export class Selection {
  chosen: { zone: string; token: string; nth: number } | null = $state(null);
  spell: string | null = $state(null);
  level: number | null = $state(null);
  dialog: { kind: 'spell'; spell: string } | { kind: 'copies' | 'pouch' | 'opponent' } | null = $state(null);

  options: SpellOption[] = $derived.by(() => (this.spell ? this.spellOptions(this.spell) : []));
  /** What the main button would do with the chosen spell: its highest level, unless another level was chosen. */
  option: SpellOption | undefined = $derived(
    this.options.find((one) => one.level === this.level) ?? this.options.at(-1),
  );

  constructor(private readonly table: () => TableState) {}

  spellOptions(spell: string): SpellOption[] {
    const { board, legal } = this.table();
    return spellOptions(board, legal, spell);
  }
  pickOf(zone: string, token: string): TokenPick | undefined {
    const { board, legal } = this.table();
    return pickOf(board, legal, zone, token);
  }
  lit(zone: string): (token: string) => boolean {
    return (token) => this.pickOf(zone, token) !== undefined;
  }
  /** Whether any token may be clicked. If so, the digit keys are for tokens, otherwise for the seven spells. */
  get anyToken(): boolean {
    const { board, legal } = this.table();
    return board.picks.some((pick) => offers(legal, pick.steps[0]));
  }
  /**
   * Handle a click on a token: a single legal step is played at once, a token that begins an action is only
   * selected.
   */
  pick(zone: string, token: string, nth: number): void {
    const pick = this.pickOf(zone, token);
    this.spell = null;
    if (pick?.steps.length === 1) this.table().act(pick.steps[0]);
    else if (this.chosen?.zone === zone && this.chosen.token === token && this.chosen.nth === nth) this.chosen = null;
    else this.chosen = { zone, token, nth };
  }
  /**
   * Return the drag options of a token. Dragging it to its destination plays it, and so does a double click if a
   * single click only selects it.
   */
  dragOptions(zone: string, token: string): Drag | null {
    const pick = this.pickOf(zone, token);
    if (!pick) return null;
    const go = () => this.table().act(...gestureOf(pick.steps));
    return { drop: dropOf(pick), ondrop: go, ondouble: pick.steps.length > 1 ? go : undefined };
  }
  /** Handle a click on a spell card: select it, or open its dialog on a phone or if it offers many actions. */
  pickSpell(spell: string): void {
    const n = this.spellOptions(spell).length;
    this.chosen = null;
    this.level = null;
    if (n === 0 || n > FEW || phone.isPhone) this.dialog = { kind: 'spell', spell };
    else this.spell = this.spell === spell ? null : spell;
  }
  perform(option: SpellOption): void {
    this.dialog = null;
    this.table().act(...option.gesture);
  }
  clear(): void {
    this.chosen = this.spell = this.level = null;
  }
}
