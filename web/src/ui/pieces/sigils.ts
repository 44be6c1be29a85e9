/** The sigils and colours of the seats; they are always used together. */
export const sigils = ['key', 'bell', 'crown', 'quill', 'cup'] as const;

export const seatColour = (seat: number) => `var(--seat-${(seat % sigils.length) + 1})`;
export const seatSigil = (seat: number) => sigils[seat % sigils.length];
