/** A seat is known by a sigil and a colour, always together. */
export const sigils = ['key', 'bell', 'crown', 'quill', 'cup'] as const;

export const seatColour = (seat: number) => `var(--seat-${(seat % sigils.length) + 1})`;
export const seatSigil = (seat: number) => sigils[seat % sigils.length];
