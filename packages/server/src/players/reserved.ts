import { keysOf } from './looks.ts'

/** Does a name, by its keys, sound official or read like a part of the site? */
export function isReserved(keys: readonly string[]): boolean {
  return keys.some((key) => NAMES.has(key) || PARTS.some((part) => key.includes(part)))
}

// --- internal ---

/** Reserved as whole names, in the languages of the site. */
const NAMES: ReadonlySet<string> = keysOfWords(`
  system sistema système systeem süsteem
  server servidor serveur serwer
  support hilfe ayuda aide aiuto ajuda hulp pomoc
  official offiziell oficial officiel ufficiale officieel oficjalny ametlik
  staff team equipo équipe squadra equipa zespół meeskond
  security sicherheit seguridad sécurité sicurezza segurança beveiliging bezpieczeństwo turvalisus
  root owner anonymous anonym anónimo anonyme anonimo anoniem anonim anonüümne nobody niemand
  guest gast invitado invité ospite convidado gość külaline
  computer ordenador ordinateur computador komputer arvuti engine bot
  player spieler jugador joueur giocatore jogador speler gracz mängija
  black schwarz negras negro noirs noir nero preto pretas zwart czarne czarny must
  white weiß weiss blancas blanco blancs blanc bianco branco brancas wit białe biały valge
  draw remis tablas nulle patta empate viik
  null undefined everyone you me
  deletedplayer gelöschterspieler jugadoreliminado joueursupprimé giocatoreeliminato jogadorexcluído jogadoreliminado
  verwijderdespeler usuniętygracz kustutatudmängija
`)

/** Reserved anywhere in a name. */
const PARTS: readonly string[] = [
  ...keysOfWords(`
    admin amministrator админ administraator administrateur beheerder
    moderator moderador modérateur moderaator moderatore модератор
    hokito cosmoludo claudeleroy
  `),
]

function keysOfWords(words: string): ReadonlySet<string> {
  return new Set(
    words
      .trim()
      .split(/\s+/)
      .flatMap((word) => keysOf(word)),
  )
}
