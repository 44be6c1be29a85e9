/** What the hand of whoever plays is about to do: the token or spell picked up, the leaf that lies open, and what a press means. */
import type { Action } from '../../api/wire';
import type { Drag } from '../../ui/input/drag';
import { phone } from '../../ui/phone.svelte';
import { offers } from '../../table/contract';
import type { Board, TokenPick } from './types';
import { deedsOf, dropOf, gestureOf, pickOf, type Deed } from './view';

/** More than this many things to do with a card are read on its leaf rather than in the bar. */
const FEW = 3;

/** What the hand needs to know of the table, as it is at this moment. */
interface Before {
  board: Board;
  legal: Action[];
  act: (action: Action, rest?: Action[]) => void;
}

export class Hand {
  chosen: { zone: string; token: string; nth: number } | null = $state(null);
  spell: string | null = $state(null);
  level: number | null = $state(null);
  leaf: { kind: 'spell'; spell: string } | { kind: 'copies' | 'pouch' | 'opponent' } | null = $state(null);

  deeds: Deed[] = $derived.by(() => (this.spell ? this.deedsOf(this.spell) : []));
  /** What the gold button would do with the chosen spell: the strongest, unless a level was chosen. */
  deed: Deed | undefined = $derived(this.deeds.find((one) => one.level === this.level) ?? this.deeds.at(-1));

  constructor(private readonly table: () => Before) {}

  deedsOf(spell: string): Deed[] {
    const { board, legal } = this.table();
    return deedsOf(board, legal, spell);
  }
  pickOf(zone: string, token: string): TokenPick | undefined {
    const { board, legal } = this.table();
    return pickOf(board, legal, zone, token);
  }
  lit(zone: string): (token: string) => boolean {
    return (token) => this.pickOf(zone, token) !== undefined;
  }
  /** Whether any token may be pressed: then numbers are for tokens, otherwise for the seven spells. */
  get anyToken(): boolean {
    const { board, legal } = this.table();
    return board.picks.some((pick) => offers(legal, pick.steps[0]));
  }
  /** A press: what is asked for is played at once, what begins an action is only chosen. */
  pick(zone: string, token: string, nth: number): void {
    const pick = this.pickOf(zone, token);
    this.spell = null;
    if (pick?.steps.length === 1) this.table().act(pick.steps[0]);
    else if (this.chosen?.zone === zone && this.chosen.token === token && this.chosen.nth === nth) this.chosen = null;
    else this.chosen = { zone, token, nth };
  }
  /** Dragging a token to where it goes plays it; so does a double press where one press only chooses. */
  grips(zone: string, token: string): Drag | null {
    const pick = this.pickOf(zone, token);
    if (!pick) return null;
    const go = () => this.table().act(...gestureOf(pick.steps));
    return { drop: dropOf(pick), ondrop: go, ondouble: pick.steps.length > 1 ? go : undefined };
  }
  /** A press on a spell card: it is chosen if something may be done with it; on a phone, or with much to do, its leaf opens. */
  pickSpell(spell: string): void {
    const n = this.deedsOf(spell).length;
    this.chosen = null;
    this.level = null;
    if (n === 0 || n > FEW || phone.yes) this.leaf = { kind: 'spell', spell };
    else this.spell = this.spell === spell ? null : spell;
  }
  perform(deed: Deed): void {
    this.leaf = null;
    this.table().act(...deed.gesture);
  }
  putBack(): void {
    this.chosen = this.spell = this.level = null;
  }
}
