/** The French texts of the lessons. */
import type { learn as english } from '../en/learn';

export const learn: typeof english = {
  learn: {
    title: 'Apprendre',
    learn: 'Leçons',
    course: (game: string) => `Apprendre ${game}`,
    lead: (done: number, of: number) =>
      done === 0 ? `${of} courtes leçons sur le vrai plateau, une chose à la fois.` : `${done} sur ${of} terminées.`,
    all: 'Toutes les leçons',
    step: (k: number, of: number) => `Étape ${k} sur ${of}`,
    watch: 'Regardez ce qui se passe…',
    wellDone: 'Bravo : le but est atteint.',
    stuck: 'La partie s’est terminée avant le but. Essayez encore.',
    next: (title: string) => `Suite : ${title}`,
    again: 'Recommencer',
    done: 'Terminée.',
    finished: 'C’est tout',
    none: 'Cette leçon n’existe pas.',
    playNow: 'Jouer une partie',
    shallI: 'Voulez-vous que je vous montre ?',
    shallINote: 'De courtes leçons sur le plateau apprennent le jeu en quelques minutes.',
    yes: 'Montrez-moi',
    later: 'Plus tard',
    you: 'Vous',
    rival: 'Rival',
    rivals: ['Wren', 'Moss', 'Ember', 'Flint'],
  },
};
