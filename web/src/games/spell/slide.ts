/** Animates tiles and figures of the arena that have moved: they move from their old cells to their new ones. */
import { reducedMotion } from '../../ui/motion';
import { FIGURE_MOVES, type LogStep } from './view';

const SLIDE_MS = 420;
const JUMP_MS = 620;
const JUMP_HEIGHT = 26; // pixels

/** The move of a tile or a figure from one cell of the arena to another. */
interface Movement {
  piece: 'tile' | 'fig';
  from: string;
  to: string;
  /** Whether the piece jumps over other pieces instead of sliding. */
  jumps: boolean;
}

/**
 * Animate the moves of one log line. The first of its tiles is the lifted one, which jumps. The other tiles slide, and
 * the figures on them (`riders`) slide along. A figure can also move without a tile.
 */
export function animateLine(arena: HTMLElement | undefined, line: LogStep): void {
  if (!arena || reducedMotion()) return;
  for (const [index, [from, to]] of (line.tiles ?? []).entries()) {
    const isLiftedTile = index === 0;
    animateMovement(arena, { piece: 'tile', from, to, jumps: isLiftedTile });
  }
  for (const { from, to } of line.riders ?? []) animateMovement(arena, { piece: 'fig', from, to, jumps: false });
  if (FIGURE_MOVES.includes(line.do) && line.from && line.to)
    animateMovement(arena, { piece: 'fig', from: line.from, to: line.to, jumps: line.do === 'levitate' });
}

function animateMovement(arena: HTMLElement, { piece, from, to, jumps }: Movement): void {
  const oldCell = arena.querySelector(`[data-cell="${from}"]`)?.getBoundingClientRect();
  const newCell = arena.querySelector(`[data-cell="${to}"]`)?.getBoundingClientRect();
  const element = arena.querySelector(`[data-cell="${to}"] .${piece}`);
  if (!oldCell || !newCell || !element) return;
  const x = oldCell.left - newCell.left;
  const y = oldCell.top - newCell.top;
  const start = { transform: `translate(${x}px, ${y}px)` };
  const halfWay = { transform: `translate(${x / 2}px, ${y / 2 - JUMP_HEIGHT}px) scale(1.14)` };
  const end = { transform: 'none' };
  element.animate(jumps ? [start, halfWay, end] : [start, end], {
    duration: jumps ? JUMP_MS : SLIDE_MS,
    easing: 'cubic-bezier(.3,1.2,.5,1)',
  });
}
