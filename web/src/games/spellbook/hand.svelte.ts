/** What the hand of whoever plays is about to do: the token or spell picked up, the leaf that lies open, and what a press means. */
import type { Action } from '../../app/wire';
import type { Drag } from '../../kit/drag';
import { phone } from '../../kit/phone.svelte';
import { COLOURS, deedsOf, gestureOf, goesTo, pickOf, tokens, type Deed, type Gesture, type SpellbookView } from './view';

/** More than this many things to do with a card are read on its leaf rather than in the bar. */
const FEW = 3;

/** What the hand needs to know of the table, as it is at this moment. */
interface Before {
  view: SpellbookView;
  legal: Action[];
  chair: number;
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
    const { view, legal } = this.table();
    return deedsOf(view, legal, spell);
  }
  /** What playing a token of a zone is, be it a pick that is asked for or a whole action that begins with it. */
  gestureOf(zone: string, token: string): Gesture | undefined {
    const { view, legal } = this.table();
    const pick = pickOf(legal, view.asks?.step, zone, token);
    return pick ? [pick, []] : gestureOf(legal, zone, token);
  }
  lit(zone: string): (token: string) => boolean {
    return (token) => this.gestureOf(zone, token) !== undefined;
  }
  /** Whether any token may be pressed: then numbers are for tokens, otherwise for the seven spells. */
  get anyToken(): boolean {
    const { view, chair } = this.table();
    const mine = view.players[chair];
    const zones = { altar: view.altar, pool: mine.pool, board: mine.board, spent: view.spent };
    return Object.entries(zones).some(([zone, lie]) => tokens(lie).some(this.lit(zone)));
  }
  /** A press: what is asked for is played at once, what begins an action is only chosen. */
  pick(zone: string, token: string, nth: number): void {
    const gesture = this.gestureOf(zone, token);
    this.spell = null;
    if (gesture && !gesture[1].length) this.table().act(...gesture);
    else if (this.chosen?.zone === zone && this.chosen.token === token && this.chosen.nth === nth) this.chosen = null;
    else this.chosen = { zone, token, nth };
  }
  /** Dragging a token to where it goes plays it; so does a double press where one press only chooses. */
  grips(zone: string, token: string): Drag | null {
    const gesture = this.gestureOf(zone, token);
    if (!gesture) return null;
    const { view, chair, act } = this.table();
    const card = view.learning ? `card ${chair} ${COLOURS[view.spells.indexOf(view.learning.spell)]}` : '';
    const go = () => act(...gesture);
    return { drop: goesTo(gesture[1].at(-1) ?? gesture[0], view.asks?.step, card), ondrop: go, ondouble: gesture[1].length ? go : undefined };
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
