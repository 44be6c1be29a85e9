/** The French texts of the puzzles, of the player's slips (mistakes to practise) and of the daily challenge. */
import type { puzzles as english } from '../en/puzzles';

export const puzzles: typeof english = {
  puzzles: {
    title: 'Problèmes',
    heading: (game: string) => `Problèmes : ${game}`,
    lead: (done: number, of: number) =>
      done === 0
        ? `${of} positions où une suite est clairement la meilleure, les plus faciles d’abord.`
        : `${done} sur ${of} résolus.`,
    goOn: 'Le prochain à résoudre',
    all: 'Tous les problèmes',
    next: 'Problème suivant',
    done: 'Résolu.',
    none: 'Il n’y a pas de tel problème.',
    level: (n: number) => `Difficulté ${n} sur 5`,
    who: [
      'L’apprenti les trouve',
      'L’apprenti les manque, l’adepte non',
      'Seuls le maître et l’archimage les trouvent',
      'Seul l’archimage les trouve',
      'Même l’archimage y met du temps',
    ],
    judging: 'On pèse ce que cela coûte…',
    costs: (n: number) =>
      `Cela perd ${n} ${n <= 1 ? 'partie' : 'parties'} sur 100 par rapport au meilleur coup. Essayez autre chose.`,
    solved: 'Résolu du premier coup.',
    solvedAfter: (n: number) => (n === 1 ? 'Résolu, après un essai manqué.' : `Résolu, après ${n} essais manqués.`),
    solvedNearly: (n: number) => `Résolu, mais en perdant ${n} ${n <= 1 ? 'partie' : 'parties'} sur 100 en route.`,
    solvedAgain: 'Résolu encore une fois.',
    shown: 'Voici la suite.',
    line: 'La meilleure suite :',
    showMe: 'Montrez-moi',
    slips: 'Mes faux pas',
    slipsLead: (n: number) =>
      n === 0
        ? 'Aucun faux pas n’attend d’être travaillé. La revue d’une partie terminée les trouve.'
        : n === 1
          ? 'Une décision qui vous a coûté quelque chose. Résolvez-la deux fois, à un jour d’écart, et elle disparaît.'
          : `${n} décisions qui vous ont coûté quelque chose. Résolvez chacune deux fois, à un jour d’écart, et elle disparaît.`,
    practise: 'Travailler mes faux pas',
    nextSlip: 'Faux pas suivant',
    dueNow: 'Maintenant',
    dueLater: 'Résolu une fois ; à revoir demain',
    opening: 'On cherche la meilleure suite…',
    slipOf: (loss: number) => `Il a coûté ${loss} ${loss <= 1 ? 'partie' : 'parties'} sur 100`,
  },

  daily: {
    title: 'Aujourd’hui',
    heading: 'Le problème et la partie du jour',
    lead: 'Les mêmes pour tout le monde, d’après la date seule. Aucun autre serveur n’est interrogé.',
    puzzle: 'Le problème',
    game: 'La partie',
    solo: (game: string) => `${game}, en solitaire, avec la chance du jour`,
    play: 'Jouer',
    solve: 'Résoudre',
    again: 'Revoir',
    par: (n: number) => `Le par, fixé par l’archimage : ${n}`,
    parComing: 'L’archimage joue encore la partie du jour pour fixer le par…',
    yours: (n: number) => `Vous : ${n}`,
    lost: 'Vous : perdu',
    parLost: 'L’archimage a perdu la partie du jour : toute victoire bat le par.',
    notYet: 'Pas encore joué',
    result: 'Votre résultat, sans rien dévoiler',
    copy: 'Copier le résultat',
    utc: 'Un nouveau jour commence à minuit, temps universel.',
    more: 'D’autres problèmes',
  },
};
