/** The French texts about the clock of a table. */
import type { clock as english } from '../en/clock';

export const clock: typeof english = {
  clock: {
    title: 'Pendule',
    note: 'Pour jouer en temps limité, ou sur plusieurs jours : personne n’attend sans fin.',
    none: 'Aucune',
    perMove: 'Par coup',
    budget: 'Pour la partie',
    eachMove: 'Pour chaque coup',
    wholeGame: 'Chacun dispose de',
    increment: 'Chaque coup ajoute',
    nothing: 'Rien',
    atZero: 'Quand le temps est écoulé',
    botMoves: 'L’ordinateur joue le coup',
    botSeat: 'L’ordinateur finit la partie',
    lineMove: (time: string) => `${time} par coup.`,
    lineBudget: (time: string, more: string) =>
      `${time} par personne${more ? `, et ${more} de plus à chaque coup` : ''}.`,
    lineBot: 'Quand le temps est écoulé, l’ordinateur joue le coup.',
    lineSeat: 'Quand le temps est écoulé, l’ordinateur joue cette place jusqu’à la fin.',
    up: 'Temps écoulé',
    days: (n: number) => `${n} j`,
    hours: (n: number) => `${n} h`,
    wholeDays: (n: number) => (n === 1 ? '1 jour' : `${n} jours`),
    wholeHours: (n: number) => (n === 1 ? '1 heure' : `${n} heures`),
    wholeMinutes: (n: number) => (n === 1 ? '1 minute' : `${n} minutes`),
    wholeSeconds: (n: number) => (n <= 1 ? `${n} seconde` : `${n} secondes`),
    absence: 'Si quelqu’un ne revient pas',
    absenceNote:
      'Une personne qui s’absente aussi longtemps, ou dont la pendule est à zéro, compte comme absente. Les autres peuvent alors laisser l’ordinateur jouer jusqu’à son retour, ou arrêter la partie.',
    absenceLine: (time: string) =>
      `Une personne qui s’absente ${time} compte comme absente. Les autres peuvent alors laisser l’ordinateur jouer jusqu’à son retour, ou arrêter la partie.`,
    lost: 'L’ordinateur joue à votre place jusqu’à la fin',
    lostNote: 'Votre temps était écoulé : c’était convenu d’avance.',
    moves: 'Votre temps est écoulé : l’ordinateur joue ce coup',
  },
};
