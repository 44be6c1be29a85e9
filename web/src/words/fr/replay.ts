/** The French texts of the replay of a game. */
import type { replay as english } from '../en/replay';

export const replay: typeof english = {
  replay: {
    open: 'Tout à découvert',
    turnBack: 'Un tour en arrière',
    turnOn: 'Un tour en avant',
    roundBack: 'Une manche en arrière',
    roundOn: 'Une manche en avant',
    speed: 'Vitesse',
    link: 'Copier un lien vers ce moment',
    copied: 'Le lien est copié.',
    goTo: 'Aller à ce moment',
    title: 'Revoir',
    first: 'Au début',
    back: 'Un pas en arrière',
    on: 'Un pas en avant',
    last: 'À la fin',
    play: 'Lire',
    pause: 'Pause',
    step: (k, n) => `Étape ${k} sur ${n}`,
    from: 'Vu par',
    everybody: 'Spectateur',
    notYet: 'On peut revoir une partie quand elle est finie.',
    none: 'Il n’y a rien à revoir pour cette table.',
    download: 'Garder la partie',
    toTable: 'À la table',
  },
};
