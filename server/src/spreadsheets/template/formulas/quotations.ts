// What is quoted in formulas, as sources of regular expressions. All that read formulas use the same ones: what one takes for quoted and another
// does not could hide something from one of them, or take it a long time.

/** A text in quotation marks. */
export const constant = String.raw`"(?:[^"]|"")*"`
/** The name of a sheet in apostrophes, before a reference. */
export const sheet = String.raw`'(?:[^'[\]/\\?*]|'')*'!`
const column = String.raw`\[(?:'.|[^[\]'])*\]`
/** A column of a table in brackets, or several of them in brackets again; an apostrophe makes the next character part of a name. */
export const brackets = String.raw`(?:${column}|\[(?:[\s,:@]*${column})+[\s,:@]*\])`
const plainColumn = String.raw`\[[^[\]'"(!|]*\]`
/**
 * A column of the table that holds the formula, which some programs write without the table's name. What is left of it would be the name of
 * another file if more of a reference followed, so only the end of the argument may; and it may hold nothing that calls or quotes.
 */
export const ownColumn = String.raw`(?:${plainColumn}|\[(?:[\s,:@]*${plainColumn})+[\s,:@]*\])(?=\s*(?:[-)+*/^&=<>,;%]|$))`
