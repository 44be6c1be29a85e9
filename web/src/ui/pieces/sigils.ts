/** The sigils (symbols) and colours of the seats, by which players recognize a seat. */
export const sigils = ['key', 'bell', 'crown', 'quill', 'cup'] as const;

export const seatColour = (seat: number) => `var(--seat-${(seat % sigils.length) + 1})`;
export const seatSigil = (seat: number) => sigils[seat % sigils.length];
