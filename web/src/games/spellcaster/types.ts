// Made by web/make_types.py from src/sortilege/games/spellcaster: change it there.

export type Action = Record<string, any>;

export type Position = Record<string, any>;

export type View = Record<string, any>;

export type Board = any;

export type Line = Record<string, any>;
