/** The French texts of the review (the analysis of a finished game). */
import type { review as english } from '../en/review';

export const review: typeof english = {
  review: {
    title: 'Revue',
    making: 'La partie est passée en revue …',
    ahead: (n: number) => `${n} ${n === 1 ? 'revue attend' : 'revues attendent'} avant celle-ci.`,
    biggest: 'Ce qui a compté le plus',
    curve: 'La chance de gagner',
    books: 'Chance et jeu',
    booksNote:
      'En points sur 100, d’un départ égal au résultat : ce que le sort et les cartes cachées ont donné, ce que les décisions de chacun ont donné, et celles des autres. Le compte y est.',
    parts: { luck: 'Chance', own: 'Ses décisions', others: 'Décisions des autres', rest: 'Non départagé' },
    fromTo: (start: number, result: number) => `de ${start} à ${result}`,
    slips: 'Faux pas',
    counted: (n: number, best: number, close: number, slip: number) =>
      `Décisions jugées : ${n}. Les meilleures trouvées : ${best} ; trop proches pour trancher : ${close} ; faux pas : ${slip}.`,
    soFar: '(jusqu’ici)',
    noSlips: 'Aucun faux pas : chaque décision était la meilleure trouvée, ou trop proche pour trancher.',
    whose: 'Les faux pas de qui',
    all: 'Tous',
    better: (what: string) => `Mieux : ${what}`,
    known: 'Selon ce qu’on pouvait savoir',
    open: 'Après coup',
    best: 'Le meilleur trouvé',
    close: 'Trop proche pour trancher',
    lost: (loss: string, low: string, high: string) => `${loss} sur 100 perdus (${low} à ${high})`.replaceAll('.', ','),
    worlds: (n: number, what: string) =>
      `Dans ${n} sur 100 des mondes où cette place pouvait être, « ${what} » faisait mieux.`,
    onBoard: 'Voir sur le plateau',
    whatElse: 'Quoi d’autre ?',
    tryFrom: 'Essayer d’ici',
    thinking: 'On réfléchit …',
    played: '(joué)',
    more: (n: number) => `${n} de plus`,
    sameWorlds: (n: number) =>
      `Toutes dans les mêmes mondes imaginés (${n}), avec la même chance ; victoires sur 100, intervalles à 95 %.`,
    line: (k: number, n: number) => `Ligne ${k} sur ${n}`,
    chance: 'Le sort',
    turnMarks: 'un tour commence',
    chanceMarks: 'le sort décide',
    effort: (worlds: number, seed: number) =>
      `${worlds} mondes pour chaque jugement, graine ${seed}. Chacun est supposé continuer à première vue.`,
    notYet: 'Une revue se lit une fois la partie terminée.',
    none: 'Il n’y a pas de revue de cette table.',
  },
};
