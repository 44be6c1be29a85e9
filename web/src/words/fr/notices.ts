/** The French texts about notifications (notices) that it is the person's turn. */

export const notices = {
  notices: {
    title: 'Quand c’est à vous',
    lead: 'Recevez un message pendant votre absence : c’est à vous de jouer, votre temps est bientôt écoulé, une demande attend votre réponse, une partie commence ou se termine. Un message chacun, avec le jeu et les joueurs.',
    tableTitle: 'Les avis de cette table',
    tableLead:
      'Pour un salon que tout le monde lit : à qui de jouer, à qui le temps va manquer, une demande qui attend, le début et la fin. Rien n’est envoyé tant que toutes les personnes concernées sont à la table.',
    begin: 'M’avertir dans ce navigateur',
    add: 'Ajouter un webhook',
    thisBrowser: 'Ce navigateur',
    browser: 'Un autre de vos navigateurs',
    kinds: { push: 'Push', ntfy: 'ntfy', discord: 'Discord', json: 'JSON' },
    shape: 'Ce qu’il attend',
    address: 'Adresse',
    examples: { ntfy: 'https://ntfy.sh/votre-sujet', discord: 'https://discord.com/api/webhooks/…', json: 'https://…' },
    notes: {
      ntfy: 'L’adresse de votre sujet ; qui la connaît peut lire aussi.',
      discord: 'Dans les paramètres d’un salon : Intégrations, Webhooks.',
      json: 'Un objet avec event, table, game, name, rivals, text et link y est envoyé.',
    },
    save: 'L’ajouter',
    test: 'Essayer',
    trying: 'En chemin…',
    remove: (host: string) => `Retirer ${host} de la liste`,
    here: 'L’avis est arrivé dans ce navigateur.',
    notHere:
      'Le service d’envoi l’a pris, mais rien n’est arrivé ici en 20 secondes : le système retient peut-être les avis.',
    denied: 'Ce navigateur n’autorise pas les avis de cette page ; ses propres réglages peuvent le changer.',
    failed: 'Ce navigateur n’a pas pu être inscrit pour les avis.',
    noPush:
      'Ce navigateur ne peut pas être averti ici : il faut une adresse qui commence par https://, et un navigateur qui sache le faire.',
    homeScreen:
      'Sur iPhone et iPad, les avis viennent aux pages de l’écran d’accueil : dans Safari, touchez Partager puis Sur l’écran d’accueil, et ouvrez Sortilege de là.',
    offer: 'Voulez-vous être averti quand ce sera à vous ?',
    yes: 'M’avertir',
    no: 'Pas maintenant',
    begun: 'Vous serez averti quand ce sera à vous. Mes parties permet de changer cela.',
    settings: 'Quand c’est à vous : où être averti',
  },
  away: {
    title: 'Pendant votre absence',
    all: (n: number) => `Tout voir : ${n} ${n < 2 ? 'tour' : 'tours'}`,
  },
};
